/** Moves, merges and drops: each checked, entered, and followed in the reasoning graph. */

import { edgeDeleted } from '../../domain/graph/apply-ops.ts';
import { edgeEnds } from '../../domain/graph/version.ts';
import type { EventDraft } from '../../domain/journal/event.ts';
import {
  dropWork,
  familyCycle,
  mergeCycle,
  mergeWork,
  moveWork,
} from '../../domain/work/restructure.ts';
import {
  CHILD_OF,
  WORK_PLACE,
  workEdgeDraft,
  workEdgeGone,
  workNodeDraft,
  workNodeGone,
} from '../../domain/work/work-graph.ts';
import { workNodeId } from '../../domain/work/work-id.ts';
import type { WorkNode } from '../../domain/work/work-node.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import type { Writing } from '../../store/port.ts';
import { viewOf } from '../branch-ref.ts';
import { findNode } from './find-work.ts';
import type { HeldWork } from './held-work.ts';
import type { Watch } from './newly-actionable.ts';

export interface Restructuring {
  readonly tx: Writing;
  readonly watch: Watch;
  readonly held: HeldWork;
  readonly agent: string;
  readonly timestamp: string;
}

async function destination(tx: Writing, moving: WorkNode, goal: WorkNode, at: string) {
  const above = (await tx.work.ancestors(goal.id)).map((each) => each.id);
  return { at, above: [...above, goal.id], height: await tx.work.height(moving.id) };
}

export async function moveNode(
  { tx, watch, held }: Restructuring,
  id: string,
  parentId: string,
  at: string,
): Promise<string | Refusal> {
  const node = await findNode(tx, id, `${at}.node_id`);
  if (isRefusal(node)) return node;
  const parent = await findNode(tx, parentId, `${at}.new_parent`);
  if (isRefusal(parent)) return parent;
  const goal = await destination(tx, node, parent, at);
  const draft = moveWork(node, parent, goal);
  if (isRefusal(draft)) return draft;
  if (!draft) return 'already there';
  const cycle = familyCycle(at, await tx.work.dependenciesBetween([node.id], goal.above));
  if (cycle) return cycle;
  const fence = held.meet(node, `${at}.node_id`);
  if (fence) return fence;
  const from = node.parent ?? '';
  await watch.before([from], [node, parent]);
  await tx.append([
    draft,
    workEdgeGone({ from: node.id, rel: CHILD_OF, to: from }),
    workEdgeDraft({ from: node.id, rel: CHILD_OF, to: parent.id }),
  ]);
  return `moved under ${parent.id}`;
}

export async function mergeInto(
  { tx, watch, held }: Restructuring,
  sourceId: string,
  targetId: string,
  at: string,
): Promise<string | Refusal> {
  const source = await findNode(tx, sourceId, `${at}.source`);
  if (isRefusal(source)) return source;
  const target = await findNode(tx, targetId, `${at}.target`);
  if (isRefusal(target)) return target;
  const goal = await destination(tx, source, target, at);
  const draft = mergeWork(source, target, goal);
  if (isRefusal(draft)) return draft;
  const fence = held.meet(source, `${at}.source`) ?? held.meet(target, `${at}.target`);
  if (fence) return fence;
  const ends = [source.id, target.id];
  const cycle = mergeCycle(
    source.id,
    target.id,
    {
      onward: await tx.work.dependenciesFrom(ends),
      family: await tx.work.dependenciesBetween(ends, [...goal.above, source.id]),
    },
    at,
  );
  if (cycle) return cycle;
  await watch.before([...(await tx.work.waitingFor([source.id])), source.parent], [target]);
  const below = (await tx.work.subtree(source.id)).length - 1;
  const before = await edgesOf(tx, ends);
  await tx.append([draft, ...mergedGraph(source.id, target.id, before)]);
  return `merged into ${target.id}${below > 0 ? ` with ${below} below it` : ''}`;
}

/** The live edges of the reasoning graph that touch these nodes, by key. */
async function edgesOf(tx: Writing, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const branch = await tx.branches.byId(WORK_PLACE.branch);
  if (!branch) return new Set();
  const view = await viewOf(tx, branch);
  const found = await tx.graph.edgesAt(view, WORK_PLACE.doc, ids.map(workNodeId));
  return new Set(found.flatMap((edge) => (edge.state ? [edge.key] : [])));
}

/** The source leaves the graph with all its edges; those between work nodes come back at the target. */
function mergedGraph(source: string, target: string, before: ReadonlySet<string>): EventDraft[] {
  const [gone, heir] = [workNodeId(source), workNodeId(target)];
  const drafts: EventDraft[] = [];
  const kept = new Set(before);
  for (const key of before) {
    const { from, rel, to } = edgeEnds(key);
    if (from !== gone && to !== gone) continue;
    drafts.push(edgeDeleted(WORK_PLACE, key));
    const next = { from: from === gone ? heir : from, rel, to: to === gone ? heir : to };
    const isParent = rel === CHILD_OF && from === gone;
    const name = `${next.from}|${next.rel}|${next.to}`;
    const isWork = next.from.startsWith('work:') && next.to.startsWith('work:');
    if (isParent || next.from === next.to || kept.has(name) || !isWork) continue;
    kept.add(name);
    const bare = (id: string) => id.slice('work:'.length);
    drafts.push(workEdgeDraft({ from: bare(next.from), rel, to: bare(next.to) }));
  }
  return [...drafts, workNodeGone(source)];
}

export async function dropNode(
  { tx, watch, held, agent, timestamp }: Restructuring,
  id: string,
  reason: string,
  at: string,
): Promise<string | Refusal> {
  const node = await findNode(tx, id, `${at}.node_id`);
  if (isRefusal(node)) return node;
  const below = await tx.work.nodes(await tx.work.subtree(node.id));
  const open = below.filter((each) => !each.resolved);
  const draft = dropWork(node, open.length, {
    type: 'dropped',
    ref: reason.trim(),
    agent,
    timestamp,
  });
  if (!draft) return 'already resolved';
  for (const each of open) {
    const fence = held.meet(each, `${at}.node_id`);
    if (fence) return fence;
  }
  const dropped = new Set(below.map((each) => each.id));
  const waiting = await tx.work.waitingFor(open.map((each) => each.id));
  await watch.before([...waiting.filter((each) => !dropped.has(each)), node.parent]);
  await tx.append([draft, ...open.map((each) => workNodeDraft({ ...each, resolved: true }))]);
  return `dropped ${open.length} ${open.length === 1 ? 'node' : 'nodes'}`;
}
