/** `graph_context`, of the work graph: a node with its ancestors, descendants and dependencies. */

import * as z from 'zod';
import type { Evidence, WorkNode } from '../../domain/work/work-node.ts';
import type { Trim } from '../../kernel/budget.ts';
import { dropItems } from '../../kernel/cuts/list-cuts.ts';
import { clipTexts, MAX_OF_A_VIEW } from '../../kernel/cuts/squeeze.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { omit, within } from '../../kernel/trims.ts';
import type { Reading } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { answersWithin, reads, seesPresence } from '../declaration/facets.ts';
import { briefEvidence } from './steps/brief-evidence.ts';
import { findNode } from './steps/find-work.ts';
import { earlyView } from './steps/resolved-early.ts';
import { claimRule } from './steps/work-claim-rule.ts';
import { nodeId } from './steps/work-fields.ts';
import { nodeView } from './steps/work-view.ts';

/** Of more children, only the number is shown. */
const MAX_CHILDREN = 50;

const MAX_NEIGHBOURS = 100;

const ONE_MORE = MAX_NEIGHBOURS + 1;

const MAX_NODES = 300;

/** A node that half the project waits for is shown in brief, unless more is asked for. */
const USUAL_BYTES = 12_000;

export const graphContext = defineOperation({
  name: 'graph_context',
  title: 'A node and its surroundings',
  description:
    'Shows a node of the work graph with its evidence, its ancestors, the tree below it down to depth, what it depends on and what depends on it.',
  toolset: 'graph',
  does: reads([
    clipTexts(MAX_OF_A_VIEW),
    briefNeighbours('depended_by'),
    briefNeighbours('depends_on'),
    bareNeighbours('depended_by'),
    bareNeighbours('depends_on'),
    ...[5, 3, 2, 1].map(shallowTree),
    dropItems('depended_by', { from: 'back', keep: 1 }),
    omit('related'),
    shallowTree(0),
    dropItems('depends_on', { from: 'back', keep: 1 }),
    ...within('node', [dropItems('evidence', { from: 'front', keep: 1 })]),
    dropItems('ancestors', { from: 'front', keep: 0 }),
    omit('children', 'depended_by', 'depends_on', 'ancestors'),
    ...within('node', [omit('context_links', 'evidence', 'properties', 'state')]),
  ])
    .and(seesPresence)
    .and(answersWithin(USUAL_BYTES)),
  input: { node_id: nodeId, depth: z.int().min(0).max(10).default(2) },
  refusals: ['NODE_NOT_FOUND'],
  example: { title: 'A part', args: { node_id: '<node-3-0>' } },
  plain: true,
  async run(input, call) {
    const { tx } = call;
    const node = await findNode(tx, input.node_id, 'node_id');
    if (isRefusal(node)) return node;
    const dependsOn = few(await tx.work.neighbours(node.id, 'depends_on', ONE_MORE));
    const dependedBy = few(await tx.work.neighbours(node.id, 'depended_by', ONE_MORE));
    const evidence = await tx.work.evidence(
      [node, ...dependsOn.shown, ...dependedBy.shown].map((each) => each.id),
    );
    const rule = claimRule(call);
    const view = (each: WorkNode) => nodeView(each, rule, evidence.get(each.id));
    const related = few(await tx.work.otherEdges(node.id, ONE_MORE));
    const ancestors = await tx.work.ancestors(node.id);
    return answer<JsonObject>({
      node: view(node),
      ...(await earlyView(tx, node)),
      ancestors: ancestors.map(({ id, summary, resolved }) => ({ id, summary, resolved })),
      children: await treeOf(tx, node, input.depth),
      depends_on: dependsOn.shown.map((each) => ({ node: view(each), satisfied: each.resolved })),
      depended_by: dependedBy.shown.map((each) => ({ node: view(each), satisfied: node.resolved })),
      ...(related.shown.length > 0 ? { related: related.shown as unknown as Json } : {}),
      ...([dependsOn, dependedBy, related].some((list) => list.isCut) ? { truncated: true } : {}),
    });
  },
});

function few<Item>(found: readonly Item[]) {
  return { shown: found.slice(0, MAX_NEIGHBOURS), isCut: found.length > MAX_NEIGHBOURS };
}

/** Level by level, so that a large tree is cut at the bottom and not in the middle. */
async function treeOf(tx: Reading, root: WorkNode, depth: number): Promise<JsonObject> {
  const children = new Map<string, readonly WorkNode[]>();
  let level: readonly WorkNode[] = [root];
  let room = MAX_NODES;
  for (let down = 0; down < depth && level.length > 0; down++) {
    const next: WorkNode[] = [];
    for (const { id } of level) {
      if (room <= 0) break;
      const found = await tx.work.children(id, Math.min(MAX_CHILDREN, room));
      children.set(id, found);
      room -= found.length;
      next.push(...found);
    }
    level = next;
  }
  const shown = [root, ...[...children.values()].flat()];
  const counts = await tx.work.childCounts(shown.map((node) => node.id));
  const view = (node: WorkNode): JsonObject => {
    const below = children.get(node.id);
    const total = counts.get(node.id)?.total ?? 0;
    return {
      id: node.id,
      summary: node.summary,
      resolved: node.resolved,
      ...(node.state === undefined ? {} : { state: node.state }),
      ...(below && below.length > 0 ? { children: below.map(view) } : {}),
      ...(total > (below?.length ?? 0) ? { child_count: total } : {}),
    };
  };
  return view(root);
}

/** Cuts the tree below a level, and keeps the number of children. */
function shallowTree(depth: number): Trim {
  const cut = (tree: JsonObject, left: number): JsonObject => {
    const { children, ...own } = tree;
    if (!Array.isArray(children)) return tree;
    if (left === 0) return { child_count: children.length, ...own };
    return { ...tree, children: children.map((child: JsonObject) => cut(child, left - 1)) };
  };
  return {
    minimal: false,
    apply: ({ children: tree, ...view }) =>
      tree !== undefined && isJsonObject(tree) ? { ...view, children: cut(tree, depth) } : view,
  };
}

/** The evidence of a neighbour in a long answer. */
const BRIEF_EVIDENCE = { most: 3, bytes: 160 };

/** Leaves neighbours the evidence that tells most, and counts the rest. */
function briefNeighbours(list: string): Trim {
  return eachNeighbour(list, (node) => {
    const evidence = (node.evidence ?? []) as unknown as readonly Evidence[];
    return { ...node, ...briefEvidence(String(node.id), evidence, BRIEF_EVIDENCE) };
  });
}

/** Reduces neighbours to what identifies them; their own context shows the rest. */
function bareNeighbours(list: string): Trim {
  return eachNeighbour(
    list,
    ({ id, rev, summary, resolved, evidence, evidence_omitted: before }) => {
      const left = (Array.isArray(evidence) ? evidence.length : 0) + Number(before ?? 0);
      return { id, rev, summary, resolved, ...(left > 0 ? { evidence_omitted: left } : {}) };
    },
  );
}

function eachNeighbour(list: string, cut: (node: JsonObject) => JsonObject): Trim {
  return {
    minimal: false,
    apply(view) {
      const items = (view[list] ?? []) as unknown as readonly { readonly node: JsonObject }[];
      const shorter = items.map((item) => ({ ...item, node: cut(item.node) }));
      return shorter.length === 0 ? view : { ...view, [list]: shorter as unknown as Json };
    },
  };
}
