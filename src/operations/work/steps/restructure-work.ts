/** Moves, merges and drops of nodes of work: each is decided first and then written. */

import {
  dropWork,
  familyCycle,
  mergeCircle,
  mergeCycle,
  mergeWork,
  moveCircle,
  moveWork,
} from '../../../domain/work/restructure.ts';
import type { WorkNode } from '../../../domain/work/work-node.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import { counted } from '../../../kernel/text.ts';
import type { Writing } from '../../../store/port.ts';
import type { Warning } from '../../declaration/define-operation.ts';
import { findNode } from './find-work.ts';
import type { HeldWork } from './held-work.ts';
import type { Watch } from './newly-actionable-work.ts';

export interface Restructuring {
  readonly tx: Writing;
  readonly watch: Watch;
  readonly held: HeldWork;
  /** The nodes that may be resolved with something open below them now. */
  readonly heirs: string[];
  readonly warnings: Warning[];
  readonly agent: string;
  readonly timestamp: string;
}

/** What an operation did; a type, because it goes into a view. */
export type Done = {
  readonly result: string;
  /** The fields that both nodes of a merge had, with different values: the target kept its own. */
  readonly differing?: readonly string[];
};

const EVERY = Number.MAX_SAFE_INTEGER;

async function destination(tx: Writing, moving: WorkNode, goal: WorkNode, at: string) {
  const above = (await tx.work.ancestors(goal.id)).map((each) => each.id);
  return { at, above: [...above, goal.id], height: await tx.work.height(moving.id) };
}

export async function moveNode(
  { tx, watch, held, heirs }: Restructuring,
  id: string,
  parentId: string,
  at: string,
): Promise<Done | Refusal> {
  const node = await findNode(tx, id, `${at}.node_id`);
  if (isRefusal(node)) return node;
  const parent = await findNode(tx, parentId, `${at}.new_parent`);
  if (isRefusal(parent)) return parent;
  const goal = await destination(tx, node, parent, at);
  const draft = moveWork(node, parent, goal);
  if (isRefusal(draft)) return draft;
  if (!draft) return { result: 'already there' };
  const cycle =
    familyCycle(at, await tx.work.dependenciesBetween([node.id], goal.above)) ??
    moveCircle(at, node, parent, await tx.work.waitsBetween([node.id], [parent.id]));
  if (cycle) return cycle;
  const fence = held.meet(node, `${at}.node_id`);
  if (fence) return fence;
  held.touch(parent);
  heirs.push(parent.id);
  await watch.before([node.parent], [node, parent]);
  await tx.append([draft]);
  return { result: `moved under ${parent.id}` };
}

export async function mergeInto(
  { tx, watch, held, heirs, warnings }: Restructuring,
  sourceId: string,
  targetId: string,
  at: string,
): Promise<Done | Refusal> {
  const source = await findNode(tx, sourceId, `${at}.source`);
  if (isRefusal(source)) return source;
  const target = await findNode(tx, targetId, `${at}.target`);
  if (isRefusal(target)) return target;
  const goal = await destination(tx, source, target, at);
  const family = {
    children: (await tx.work.children(source.id, EVERY)).map((child) => child.id),
    edges: await tx.work.edgesAt([source.id, target.id]),
  };
  const plan = mergeWork(source, target, goal, family);
  if (isRefusal(plan)) return plan;
  const fence = held.meet(source, `${at}.source`) ?? held.meet(target, `${at}.target`);
  if (fence) return fence;
  const ends = [source.id, target.id];
  const dependencies = {
    onward: await tx.work.dependenciesFrom(ends),
    family: await tx.work.dependenciesBetween(ends, [...goal.above, source.id]),
  };
  const cycle =
    mergeCycle(source.id, target.id, dependencies, at) ??
    mergeCircle(at, source, target, await tx.work.waitsBetween(ends, ends));
  if (cycle) return cycle;
  await watch.before([...(await tx.work.waitingFor([source.id])), source.parent], [target]);
  const below = (await tx.work.subtree(source.id)).length - 1;
  heirs.push(target.id);
  if (target.resolved && !source.resolved) warnings.push(openAway(source, target));
  await tx.append([plan.draft]);
  const result = `merged into ${target.id}${below > 0 ? ` with ${below} below it` : ''}`;
  return { result, ...(plan.differing.length > 0 ? { differing: plan.differing } : {}) };
}

/** Open work that counts as done because it is part of something that is. */
function openAway(source: WorkNode, target: WorkNode): Warning {
  return {
    code: 'RESOLVED_EARLY',
    message: `${target.id} is resolved, and ${source.id}, which was merged into it, was open`,
    recovery: 'If there is work left, open it again with resolved: false.',
  };
}

export async function dropNode(
  { tx, watch, held, agent, timestamp }: Restructuring,
  id: string,
  reason: string,
  at: string,
): Promise<Done | Refusal> {
  const node = await findNode(tx, id, `${at}.node_id`);
  if (isRefusal(node)) return node;
  const open = await tx.work.openBelow(node.id);
  const dropped = open.ids.length;
  const evidence = { type: 'dropped', ref: reason.trim(), agent, timestamp };
  const draft = dropWork(node, { count: dropped, claimed: open.claimed }, evidence);
  if (!draft) return { result: 'already resolved' };
  for (const each of open.claimed) {
    const fence = held.meet(each, `${at}.node_id`);
    if (fence) return fence;
  }
  const own = new Set(open.ids);
  const waiting = await tx.work.waitingFor(open.ids);
  await watch.before([...waiting.filter((each) => !own.has(each)), node.parent]);
  await tx.append([draft]);
  return { result: `dropped ${counted(dropped, 'node')}` };
}
