/** The answers of the model to moves, merges and drops, and the nodes it returns as next work. */

import type { JsonObject } from '../../../src/kernel/json.ts';
import {
  type Asking,
  claimedMs,
  endsWithProcess,
  heldWarnings,
  holderOf,
  isHeldByOther,
  isYoung,
  TTL_MS,
} from './claims.ts';
import {
  all,
  byRank,
  canonical,
  childrenOf,
  type Edge,
  type Graph,
  hasProperties,
  isActionable,
  isBelow,
  isBlocked,
  isTangled,
  isWork,
  type Node,
  newly,
  nodeOf,
} from './graph.ts';
import {
  changed,
  copyOf,
  early,
  type Outcome,
  projectCalled,
  storedProperties,
  touch,
} from './making.ts';
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
  const met = new Set<string>();
  const details: object[] = [];
  const heirs: string[] = [];
  let lost = 0;
  for (const operation of operations) {
    details.push(detailOf(graph, operation));
    const held = heldBy(graph, operation, asking);
    heirs.push(...heirsOf(graph, operation));
    lost += losesWork(graph, operation);
    const after = perform(copyOf(graph), operation, asking);
    if (Array.isArray(after)) return { codes: after };
    for (const id of held) met.add(id);
    graph = after as Graph;
  }
  const ready = newly(before, graph);
  const warnings = heldWarnings(met) + lost + early(graph, heirs);
  const told = warnings > 0 ? { warnings } : {};
  const answer = { applied: operations.length, details, ...told };
  return { graph, answer: { ...answer, ...(ready.length > 0 ? { newly_actionable: ready } : {}) } };
}

/** Whether open work becomes part of something that is done. */
function losesWork({ nodes }: Graph, operation: Operation): number {
  if (operation.op !== 'merge') return 0;
  const [source, target] = [nodes.get(operation.source), nodes.get(operation.target)];
  return Number(source?.resolved === false && target?.resolved === true);
}

/** The nodes that get something below them. */
function heirsOf({ nodes }: Graph, operation: Operation): string[] {
  if (operation.op === 'merge') return [operation.target];
  if (operation.op === 'drop') return [];
  const isThere = nodes.get(operation.node_id)?.parent === operation.new_parent;
  return isThere ? [] : [operation.new_parent];
}

/** With what a merge does not pass on, because the target has it with another value. */
function detailOf({ nodes }: Graph, operation: Operation): object {
  const { op } = operation;
  if (op !== 'merge') return { op, node_id: operation.node_id };
  const [source, target] = [nodes.get(operation.source), nodes.get(operation.target)];
  const differing = source && target ? differingIn(source, target) : [];
  return { op, node_id: operation.source, ...(differing.length > 0 ? { differing } : {}) };
}

function differingIn(source: Node, target: Node): string[] {
  const names = Object.keys(source.properties).filter(
    (name) =>
      !/^_(claimed|released_by$)/.test(name) &&
      Object.hasOwn(target.properties, name) &&
      canonical(source.properties[name]) !== canonical(target.properties[name]),
  );
  const isState = source.state !== undefined && canonical(source.state) !== canonical(target.state);
  return [...names.map((name) => `properties.${name}`), ...(isState ? ['state'] : [])];
}

/** The nodes that an operation writes to and another agent holds. */
function heldBy(graph: Graph, operation: Operation, asking: Asking): string[] {
  const touched =
    operation.op === 'merge'
      ? [operation.source, operation.target]
      : operation.op === 'drop'
        ? openBelow(graph, operation.node_id).map(({ id }) => id)
        : graph.nodes.get(operation.node_id)?.parent === operation.new_parent
          ? []
          : [operation.node_id, operation.new_parent];
  return touched.filter((id) => {
    const node = graph.nodes.get(id);
    return node !== undefined && isHeldByOther(node, asking);
  });
}

function openBelow(graph: Graph, id: string): Node[] {
  return all(graph).filter(
    (node) => !node.resolved && (node.id === id || isBelow(graph, node.id, id)),
  );
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
  const children = childrenOf(graph, source.id);
  const isMoved = (id: string) => children.some((child) => child.id === id);
  const touched = new Set<string>();
  for (const child of children) {
    child.parent = target.id;
    touch(child, graph.changes, asking);
    child.actions.push('moved');
  }
  target.evidence.push(...source.evidence);
  target.links = [...new Set([...target.links, ...source.links])];
  target.properties = { ...passedOn(source, target), ...target.properties };
  touch(target, graph.changes, asking);
  target.actions.push('merged');
  const heir = (id: string) => (id === source.id ? target.id : id);
  for (const { from, to } of graph.edges) {
    const isTold = [source.id, target.id].includes(from) || isMoved(from);
    if (to === source.id && !isTold && !touched.has(from)) {
      touched.add(from);
      nodeOf(graph, from).actions.push('merged');
    }
  }
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

/** What the source has and a claim does not own; a hint only for work that goes on. */
function passedOn(source: Node, target: Node): JsonObject {
  const own = Object.entries(source.properties).filter(
    ([name]) => !/^_(claimed|released_by$)/.test(name) && (name !== '_hint' || !target.resolved),
  );
  return Object.fromEntries(own);
}

function drop(graph: Graph, id: string, reason: string, asking: Asking): Graph {
  const open = openBelow(graph, id);
  if (open.length > 0) graph.changes += 1;
  const { agent, nowMs } = asking;
  for (const node of open) {
    const { _claimed_by, _claimed_at, ...properties } = node.properties;
    node.properties = properties;
    node.ofProcess = false;
    node.resolved = true;
    node.evidence.push({ type: 'dropped', ref: reason.trim(), agent, timestamp: iso(nowMs) });
    touch(node, graph.changes, asking);
    node.actions.push('dropped');
  }
  return graph;
}

export interface NextRequest {
  readonly project: string;
  readonly scope?: string;
  readonly filter?: JsonObject;
  readonly count?: number;
  readonly claim?: boolean;
}

/** The latest claim first. */
function byClaim(a: Node, b: Node): number {
  return claimedMs(b) - claimedMs(a);
}

export function next(before: Graph, request: NextRequest, asking: Asking): Outcome {
  const project = projectCalled(before, request.project);
  if (!before.projects.has(project)) return { codes: ['project_not_found'] };
  const { scope, filter = {} } = request;
  if (Object.keys(filter).some((name) => name.startsWith('_claimed'))) {
    return { codes: ['validation_error'] };
  }
  const isForeign = scope !== undefined && before.nodes.get(scope)?.project !== project;
  if (isForeign) return { codes: ['node_not_found'] };
  const meant = all(before, project)
    .filter((node) => scope === undefined || isBelow(before, node.id, scope))
    .filter((node) => hasProperties(node, storedProperties(filter)));
  const ready = meant.filter((node) => isWork(before, node)).sort(byRank(before));
  const own = ready.filter((node) => holderOf(node, asking) === asking.agent).sort(byClaim);
  const free = ready.filter((node) => holderOf(node, asking) === undefined);
  const isGivenBack = ({ properties }: Node) => properties._released_by === asking.agent;
  // Few nodes are given back in a run, so there is always room to pass them over.
  const other = free.filter((node) => !isGivenBack(node));
  const handed = [...own, ...other, ...free.filter(isGivenBack)];
  const listed = ready.filter((node) => !isHeldByOther(node, asking));
  const chosen = (request.claim ? handed : listed).slice(0, request.count ?? 1);
  if (chosen.length === 0) {
    const isNarrowed = scope !== undefined || Object.keys(filter).length > 0;
    return {
      graph: before,
      answer: { nodes: [], waiting: waiting(before, project, meant, isNarrowed, asking) },
    };
  }
  const graph = copyOf(before);
  if (request.claim) claim(graph, chosen, own, asking);
  const nodes = chosen.map(({ id }) => workView(graph, nodeOf(graph, id), asking));
  return { graph, answer: { nodes } };
}

/** The claims of the caller are renewed together, in their order, unless all are young. */
function claim(graph: Graph, chosen: readonly Node[], own: readonly Node[], asking: Asking): void {
  const { agent, nowMs } = asking;
  const mine = chosen.filter((node) => own.includes(node));
  const renews = !mine.every((node) => isYoung(node, asking));
  for (const each of chosen) {
    const place = mine.indexOf(each);
    if (place >= 0 && !renews) continue;
    const node = nodeOf(graph, each.id);
    const at = place < 0 ? nowMs : nowMs - 1 - place;
    const { _released_by, ...properties } = node.properties;
    node.properties = { ...properties, _claimed_by: agent, _claimed_at: iso(at) };
    node.ofProcess = endsWithProcess(agent);
    const before = node.updated;
    changed(graph, node, asking);
    node.updated = before;
    node.actions.push('updated');
  }
}

function waiting(
  graph: Graph,
  project: string,
  meant: readonly Node[],
  isNarrowed: boolean,
  asking: Asking,
): object {
  const everything = all(graph, project);
  if (everything.every((node) => node.resolved)) return { resolved: 'all' };
  if (everything.length === 1) return { empty: true };
  const isHeld = (node: Node) => holderOf(node, asking) !== undefined;
  const ready = meant.filter((node) => isActionable(graph, node)).sort(byRank(graph));
  const held = ready.filter(isHeld);
  const blocked = meant.filter((node) => isBlocked(graph, node)).length;
  const claimed = ready
    .slice(0, 4)
    .filter(isHeld)
    .slice(0, 3)
    .map((node) => ({
      id: node.id,
      summary: node.summary,
      by: holderOf(node, asking),
      since: iso(claimedMs(node)),
      until: iso(claimedMs(node) + TTL_MS),
    }));
  const free = everything.filter((node) => isWork(graph, node) && !isHeld(node)).length;
  return {
    ...(isNarrowed ? { unresolved: meant.filter((node) => !node.resolved).length } : {}),
    ...(claimed.length > 0 ? { claimed } : {}),
    ...(held.length > claimed.length ? { claimed_total: held.length } : {}),
    ...(blocked > 0 ? { blocked } : {}),
    ...(isNarrowed ? { free_in_project: free } : {}),
  };
}
