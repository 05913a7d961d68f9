/** What the model says to moves, merges and drops, and which work it hands out. */

import type { JsonObject } from '../../../src/kernel/json.ts';
import {
  all,
  byRank,
  childrenOf,
  type Edge,
  type Graph,
  hasProperties,
  isActionable,
  isBelow,
  isTangled,
  type Node,
  newly,
  nodeOf,
} from './graph.ts';
import { type Asking, change, copyOf, type Outcome, touch } from './making.ts';
import { iso, workView } from './views.ts';

export type Operation =
  | { readonly op: 'move'; readonly node_id: string; readonly new_parent: string }
  | { readonly op: 'merge'; readonly source: string; readonly target: string }
  | { readonly op: 'drop'; readonly node_id: string; readonly reason: string };

export function restructure(
  before: Graph,
  operations: readonly Operation[],
  asking: Asking,
): Outcome {
  let graph = before;
  for (const operation of operations) {
    const after = perform(copyOf(graph), operation, asking);
    if (Array.isArray(after)) return { codes: after };
    graph = after as Graph;
  }
  const details = operations.map((each) => ({
    op: each.op,
    node_id: each.op === 'merge' ? each.source : each.node_id,
  }));
  const ready = newly(before, graph);
  const answer = { applied: operations.length, details };
  return { graph, answer: { ...answer, ...(ready.length > 0 ? { newly_actionable: ready } : {}) } };
}

function perform(graph: Graph, operation: Operation, asking: Asking): Graph | string[] {
  const ends =
    operation.op === 'move'
      ? [operation.node_id, operation.new_parent]
      : operation.op === 'merge'
        ? [operation.source, operation.target]
        : [operation.node_id];
  if (!ends.every((id) => graph.nodes.has(id))) return ['node_not_found'];
  if (operation.op === 'drop') return drop(graph, operation.node_id, operation.reason, asking);
  const [first, second] = ends.map((id) => nodeOf(graph, id)) as [Node, Node];
  return operation.op === 'move'
    ? move(graph, first, second, asking)
    : merge(graph, first, second, asking);
}

function commonFaults(graph: Graph, moving: Node, goal: Node): string[] {
  return [
    ...(moving.project === goal.project ? [] : ['cross_project']),
    ...(moving.parent === undefined ? ['validation_error'] : []),
    ...(isBelow(graph, goal.id, moving.id) ? ['cycle_detected'] : []),
  ];
}

function move(graph: Graph, node: Node, parent: Node, asking: Asking): Graph | string[] {
  const faults = commonFaults(graph, node, parent);
  if (node === parent) faults.push('cycle_detected');
  if (faults.length > 0) return faults;
  if (node.parent === parent.id) return graph;
  node.parent = parent.id;
  graph.changes += 1;
  touch(node, graph.changes, asking);
  node.actions.push('moved');
  return isTangled(graph) ? ['cycle_detected'] : graph;
}

function merge(graph: Graph, source: Node, target: Node, asking: Asking): Graph | string[] {
  if (source === target) return ['validation_error'];
  const faults = commonFaults(graph, source, target);
  if (faults.length > 0) return faults;
  graph.changes += 1;
  for (const child of childrenOf(graph, source.id)) {
    child.parent = target.id;
    touch(child, graph.changes, asking);
    child.actions.push('moved');
  }
  target.evidence.push(...source.evidence);
  touch(target, graph.changes, asking);
  target.actions.push('merged');
  const heir = (id: string) => (id === source.id ? target.id : id);
  const edges = new Map<string, Edge>();
  for (const edge of graph.edges) {
    const kept = { ...edge, from: heir(edge.from), to: heir(edge.to) };
    const isOwn = kept.from === kept.to && edge.from !== edge.to;
    const wasOwn = edge.from === source.id && edge.to === source.id;
    if (!isOwn && !wasOwn) edges.set(`${kept.from} ${kept.type} ${kept.to}`, kept);
  }
  graph.edges = [...edges.values()];
  graph.nodes.delete(source.id);
  graph.gone.set(source.id, [...source.actions, 'merged']);
  return isTangled(graph) ? ['cycle_detected'] : graph;
}

function drop(graph: Graph, id: string, reason: string, asking: Asking): Graph {
  const open = all(graph).filter(
    (node) => !node.resolved && (node.id === id || isBelow(graph, node.id, id)),
  );
  if (open.length > 0) graph.changes += 1;
  const { agent, nowMs } = asking;
  for (const node of open) {
    const { _claimed_by, _claimed_at, ...properties } = node.properties;
    node.properties = properties;
    node.resolved = true;
    node.evidence.push({ type: 'dropped', ref: reason.trim(), agent, timestamp: iso(nowMs) });
    touch(node, graph.changes, asking);
    node.actions.push('dropped');
  }
  return graph;
}

export interface NextWish {
  readonly project: string;
  readonly scope?: string;
  readonly filter?: JsonObject;
  readonly count?: number;
  readonly claim?: boolean;
}

/** Whose it is, where the claim is still fresh. */
export function holderOf({ properties }: Node, nowMs: number, ttlMs: number): string | undefined {
  const { _claimed_by: by, _claimed_at: at } = properties;
  if (typeof by !== 'string' || typeof at !== 'string') return undefined;
  return nowMs - Date.parse(at) < ttlMs ? by : undefined;
}

/** The latest first. */
function byClaim(a: Node, b: Node): number {
  const [first, second] = [a, b].map((node) => String(node.properties._claimed_at)) as [
    string,
    string,
  ];
  return first === second ? 0 : first < second ? 1 : -1;
}

export function next(before: Graph, wish: NextWish, asking: Asking, ttlMs: number): Outcome {
  if (!before.projects.has(wish.project)) return { codes: ['project_not_found'] };
  const { scope } = wish;
  const isForeign = scope !== undefined && before.nodes.get(scope)?.project !== wish.project;
  if (isForeign) return { codes: ['node_not_found'] };
  const holder = (node: Node) => holderOf(node, asking.nowMs, ttlMs);
  const ready = all(before, wish.project)
    .filter((node) => isActionable(before, node))
    .filter((node) => scope === undefined || isBelow(before, node.id, scope))
    .filter((node) => hasProperties(node, wish.filter ?? {}))
    .sort(byRank(before));
  const own = ready.filter((node) => holder(node) === asking.agent).sort(byClaim);
  const free = ready.filter((node) => holder(node) === undefined);
  const chosen = [...own, ...free].slice(0, wish.count ?? 1).map((node) => node.id);
  const graph = copyOf(before);
  const properties = { _claimed_by: asking.agent, _claimed_at: iso(asking.nowMs) };
  for (const id of wish.claim ? chosen : []) {
    change(graph, nodeOf(graph, id), { properties }, asking);
  }
  return { graph, answer: { nodes: chosen.map((id) => workView(graph, nodeOf(graph, id))) } };
}
