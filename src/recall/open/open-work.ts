/** Opens nodes and projects of the work graph; of a merged node, what is known of it. */

import { historyView } from '../../domain/work/work-history.ts';
import type { WorkNode } from '../../domain/work/work-node.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { heirOf } from '../../operations/work/steps/find-work.ts';
import { claimRule } from '../../operations/work/steps/work-claim-rule.ts';
import { countsView, nodeView } from '../../operations/work/steps/work-view.ts';
import type { Reading } from '../../store/port.ts';
import { nameOf } from '../terms/artifact-texts.ts';
import {
  MAX_NEAR,
  type Near,
  near,
  type OpenContext,
  type Opened,
  type Opener,
  recallCall,
  titlesOf,
} from './opened.ts';

/** The form of the ids, and room for those of imported graphs. */
export const openWork: Opener = {
  prefixes: ['work'],
  claims: (id) => id.length <= 200,
  async open(context, id) {
    const { tx } = context;
    const [node] = await tx.work.nodes([id]);
    if (node) return [await openedNode(context, node)];
    const merged = await openMerged(tx, id);
    return merged ? [merged] : [];
  },
  texts: async (_tx, id) => [nameOf.work(id)],
};

async function openedNode(context: OpenContext, node: WorkNode): Promise<Opened> {
  const { tx } = context;
  const evidence = (await tx.work.evidence([node.id])).get(node.id);
  const [last] = await tx.work.history(node.id, { limit: 1 });
  const [text] = await tx.recall.named([nameOf.work(node.id)]);
  const ended = text?.state === 'dropped' ? 'dropped' : 'resolved';
  return {
    id: node.id,
    kind: 'work',
    title: node.summary,
    in: node.project,
    atMs: node.updatedMs,
    by: last?.agent ?? node.createdBy,
    state: node.resolved ? ended : undefined,
    content: nodeView(node, claimRule(context), evidence),
    near: await nearNode(tx, node),
    next: suggestCall('graph_context', { node_id: node.id }, 'See what is around it'),
  };
}

async function nearNode(tx: Reading, { id, parent }: WorkNode): Promise<readonly Near[]> {
  const named = (as: string, nodes: readonly WorkNode[]) =>
    nodes.map((each) => near(as, each.id, `${each.summary}${each.resolved ? ' (resolved)' : ''}`));
  const edges = await tx.work.otherEdges(id, MAX_NEAR);
  const titles = await titlesOf(
    tx,
    edges.map(({ from, to }) => nameOf.work(from === id ? to : from)),
  );
  const told = (other: string) => titles.get(nameOf.work(other)) ?? other;
  return [
    ...named('parent', parent === null ? [] : await tx.work.nodes([parent])),
    ...named('child', await tx.work.children(id, MAX_NEAR)),
    ...named('depends on', await tx.work.neighbours(id, 'depends_on', MAX_NEAR)),
    ...named('needed by', await tx.work.neighbours(id, 'depended_by', MAX_NEAR)),
    ...edges.map(({ from, to, type }) =>
      from === id ? near(type, to, told(to)) : near(`${type} this`, from, told(from)),
    ),
  ];
}

/** A merged node is gone, but its history leads to the one that took its place. */
async function openMerged(tx: Reading, id: string): Promise<Opened | undefined> {
  const heir = await heirOf(tx, id);
  if (heir === undefined) return undefined;
  const events = await tx.work.history(id, { limit: MAX_NEAR });
  const [last] = events;
  const [node] = await tx.work.nodes([heir]);
  return {
    id,
    kind: 'work',
    title: `merged into ${heir}`,
    in: node?.project,
    atMs: last?.tsMs,
    by: last?.agent,
    state: 'merged',
    content: { id, merged_into: heir, history: events.map((each) => historyView(each, id)) },
    near: node ? [near('merged into', heir, node.summary)] : [],
    next: recallCall(heir, 'See the node that took its place'),
  };
}

export const openProject: Opener = {
  prefixes: ['project'],
  claims: (id) => id.length <= 200,
  async open(context, id) {
    const { tx } = context;
    const project = await tx.work.project(id);
    const [root] = project ? await tx.work.nodes([project.root]) : [];
    if (!project || !root) return [];
    const rule = claimRule(context);
    const evidence = (await tx.work.evidence([root.id])).get(root.id);
    const { total, resolved, name } = project;
    return [
      {
        id: name,
        kind: 'project',
        title: root.summary,
        atMs: project.updatedMs,
        by: root.createdBy,
        state: total === resolved ? 'resolved' : undefined,
        content: {
          project: name,
          root: nodeView(root, rule, evidence),
          summary: await countsView(tx, project, root, rule),
        },
        near: await nearNode(tx, root),
        next: suggestCall('graph_onboard', { project: name }, 'See the state of the project'),
      },
    ];
  },
};
