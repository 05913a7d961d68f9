/** The work graph as its rules define it: everything is computed on demand, slowly and simply. */

import type { Json, JsonObject } from '../../../src/kernel/json.ts';

export interface Evidence {
  readonly type: string;
  readonly ref: string;
  readonly agent: string;
  readonly timestamp: string;
}

export interface Node {
  readonly id: string;
  readonly project: string;
  parent: string | undefined;
  summary: string;
  resolved: boolean;
  state?: Json;
  properties: JsonObject;
  /** Whether its claim ends with the process that claimed it. */
  ofProcess: boolean;
  links: string[];
  evidence: Evidence[];
  rev: number;
  readonly createdMs: number;
  readonly createdBy: string;
  updatedMs: number;
  /** Its number in the order of creation. */
  readonly order: number;
  /** The number of its last change in the order of all changes. */
  updated: number;
  /** Its history, oldest first. */
  readonly actions: string[];
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly type: string;
}

export interface Graph {
  /** Roots by name of the project. */
  readonly projects: Map<string, string>;
  readonly nodes: Map<string, Node>;
  edges: Edge[];
  /** The histories of merged nodes. */
  readonly gone: Map<string, string[]>;
  made: number;
  changes: number;
}

export function newGraph(): Graph {
  const empty = { projects: new Map(), nodes: new Map(), gone: new Map() };
  return { ...empty, edges: [], made: 0, changes: 0 };
}

export function nodeOf(graph: Graph, id: string): Node {
  const node = graph.nodes.get(id);
  if (!node) throw new Error(`the model has no node ${id}`);
  return node;
}

export function all(graph: Graph, project?: string): Node[] {
  const nodes = [...graph.nodes.values()].sort((a, b) => a.order - b.order);
  return project === undefined ? nodes : nodes.filter((node) => node.project === project);
}

export function childrenOf(graph: Graph, id: string): Node[] {
  return all(graph).filter((node) => node.parent === id);
}

/** From the root down to the parent. */
export function ancestorsOf(graph: Graph, id: string): Node[] {
  const above: Node[] = [];
  let at = nodeOf(graph, id).parent;
  while (at !== undefined && above.length <= graph.nodes.size) {
    const node = nodeOf(graph, at);
    above.unshift(node);
    at = node.parent;
  }
  return above;
}

export function depthOf(graph: Graph, id: string): number {
  return ancestorsOf(graph, id).length;
}

export function isBelow(graph: Graph, id: string, ancestor: string): boolean {
  return ancestorsOf(graph, id).some((node) => node.id === ancestor);
}

export function neighbours(graph: Graph, id: string, way: 'depends_on' | 'depended_by'): Node[] {
  const depends = graph.edges.filter((edge) => edge.type === 'depends_on');
  const ids =
    way === 'depends_on'
      ? depends.filter((edge) => edge.from === id).map((edge) => edge.to)
      : depends.filter((edge) => edge.to === id).map((edge) => edge.from);
  return all(graph).filter((node) => ids.includes(node.id));
}

export function isLeaf(graph: Graph, { id }: Node): boolean {
  return childrenOf(graph, id).every((child) => child.resolved);
}

export function isBlocked(graph: Graph, node: Node): boolean {
  return (
    !node.resolved && neighbours(graph, node.id, 'depends_on').some((target) => !target.resolved)
  );
}

export function isActionable(graph: Graph, node: Node): boolean {
  return !node.resolved && isLeaf(graph, node) && !isBlocked(graph, node);
}

/** Whether a node is handed out: a root only once everything below it is done. */
export function isWork(graph: Graph, node: Node): boolean {
  if (!isActionable(graph, node)) return false;
  const below = all(graph, node.project).filter((each) => each !== node);
  return node.parent !== undefined || (below.length > 0 && below.every((each) => each.resolved));
}

/** `isHeld`: whether an agent holds a node. */
export function countsOf(graph: Graph, project: string, isHeld: (node: Node) => boolean) {
  const nodes = all(graph, project);
  const count = (fits: (node: Node) => boolean) => nodes.filter(fits).length;
  const claimed = count((node) => isWork(graph, node) && isHeld(node));
  return {
    total: nodes.length,
    resolved: count((node) => node.resolved),
    unresolved: count((node) => !node.resolved),
    blocked: count((node) => isBlocked(graph, node)),
    actionable: count((node) => isWork(graph, node)),
    ...(claimed > 0 ? { claimed } : {}),
  };
}

/** The edges that begin at a node. */
export function edgesFrom({ edges }: Graph, id: string): Edge[] {
  return edges.filter(({ from }) => from === id);
}

function priorityOf({ properties: { priority } }: Node): number {
  return typeof priority === 'number' ? priority : 0;
}

/** Higher priority, deeper, least recently changed, older. */
export function byRank(graph: Graph): (a: Node, b: Node) => number {
  return (a, b) =>
    priorityOf(b) - priorityOf(a) ||
    depthOf(graph, b.id) - depthOf(graph, a.id) ||
    a.updated - b.updated ||
    a.order - b.order;
}

function readinessOf(graph: Graph, node: Node): number {
  if (node.resolved) return 3;
  if (isBlocked(graph, node)) return 2;
  return isActionable(graph, node) ? 0 : 1;
}

export function bySort(graph: Graph, sort: string): (a: Node, b: Node) => number {
  if (sort === 'created') return (a, b) => a.order - b.order;
  if (sort === 'recent') return (a, b) => b.updated - a.updated || b.order - a.order;
  if (sort === 'depth') {
    return (a, b) => depthOf(graph, a.id) - depthOf(graph, b.id) || a.order - b.order;
  }
  const rank = byRank(graph);
  return (a, b) => readinessOf(graph, a) - readinessOf(graph, b) || rank(a, b);
}

/** The nodes that waited before and are ready after, in the order of work. */
export function newly(before: Graph, after: Graph): { id: string; summary: string }[] {
  return all(after)
    .filter((node) => {
      const was = before.nodes.get(node.id);
      if (!was || was.resolved || isActionable(before, was)) return false;
      return isActionable(after, node);
    })
    .sort(byRank(after))
    .map(({ id, summary }) => ({ id, summary }));
}

/**
 * The open nodes that can never be worked on: those that are left if all that is ready is done,
 * again and again.
 */
export function stuckNodes(graph: Graph): string[] {
  const left = new Map(
    all(graph)
      .filter((node) => !node.resolved)
      .map((node) => [node.id, node]),
  );
  const depends = graph.edges.filter((edge) => edge.type === 'depends_on');
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    const awaited = new Set([...left.values()].map((node) => node.parent));
    for (const { from, to } of depends) if (left.has(to)) awaited.add(from);
    for (const id of [...left.keys()]) if (!awaited.has(id)) left.delete(id);
  }
  return [...left.keys()];
}

/**
 * Whether a node would wait for itself: along dependencies, through an ancestor or descendant, or
 * so that it is never ready.
 */
export function isTangled(graph: Graph): boolean {
  if (stuckNodes(graph).length > 0) return true;
  const depends = graph.edges.filter((edge) => edge.type === 'depends_on');
  const alongTree = depends.some(
    ({ from, to }) => from === to || isBelow(graph, from, to) || isBelow(graph, to, from),
  );
  return alongTree || [...graph.nodes.keys()].some((id) => reaches(depends, id));
}

function reaches(edges: readonly Edge[], start: string): boolean {
  const seen = new Set<string>();
  const open = edges.filter((edge) => edge.from === start).map((edge) => edge.to);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === start) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    for (const edge of edges) if (edge.from === at) open.push(edge.to);
  }
  return false;
}

export function canonical(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  return JSON.stringify(value, (_name, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

/** `a.b` is a property of that name, else `b` inside `a`; null also matches a missing property. */
export function hasProperties({ properties }: Node, wanted: JsonObject): boolean {
  return Object.entries(wanted).every(([path, value]) => {
    const found = Object.hasOwn(properties, path)
      ? properties[path]
      : path
          .split('.')
          .reduce<Json | undefined>(
            (at, name) => (at as JsonObject | null | undefined)?.[name],
            properties,
          );
    if (value === null && found === undefined) return true;
    return canonical(found) === canonical(value);
  });
}
