/** Paths along dependencies: which node waits for which, and where a node would wait for itself. */

import type { Link, WorkEdge } from './work-node.ts';

/** The shortest path from one node to another over at least one link, both ends included. */
export function pathBetween(
  links: readonly Link[],
  from: string,
  to: string,
): readonly string[] | undefined {
  const next = new Map<string, string[]>();
  for (const link of links) next.set(link.from, [...(next.get(link.from) ?? []), link.to]);
  const cameFrom = new Map<string, string>();
  const open = [from];
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    for (const each of next.get(at) ?? []) {
      if (cameFrom.has(each)) continue;
      cameFrom.set(each, at);
      if (each === to) return trail(from, to, cameFrom);
      open.push(each);
    }
  }
  return undefined;
}

function trail(from: string, to: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const path = [to];
  for (let at = cameFrom.get(to); at !== undefined && at !== from; at = cameFrom.get(at)) {
    path.unshift(at);
  }
  return [from, ...path];
}

interface MergedEdges<Edge extends Link> {
  readonly removed: readonly Edge[];
  readonly added: readonly Edge[];
}

/**
 * The edges after one node was merged into another: those of the source begin and end at the
 * target. Edges from the target to itself and duplicates are dropped. `edges` has at least all
 * edges of both nodes.
 */
export function mergeEdges<Edge extends Link & Partial<WorkEdge>>(
  edges: readonly Edge[],
  source: string,
  target: string,
): MergedEdges<Edge> {
  const heir = (id: string) => (id === source ? target : id);
  const removed = new Map(edges.filter(isAt(source)).map((edge) => [keyOf(edge), edge]));
  const kept = new Set(edges.filter((edge) => !isAt(source)(edge)).map(keyOf));
  const added = new Map<string, Edge>();
  for (const edge of removed.values()) {
    const moved = { ...edge, from: heir(edge.from), to: heir(edge.to) };
    const key = keyOf(moved);
    if (moved.from !== moved.to && !kept.has(key)) added.set(key, moved);
  }
  return { removed: [...removed.values()], added: [...added.values()] };
}

function isAt(id: string): (link: Link) => boolean {
  return ({ from, to }) => from === id || to === id;
}

function keyOf({ from, to, type }: Link & Partial<WorkEdge>): string {
  return JSON.stringify([from, to, type]);
}

/** The cycle that a merge would close. `links`: all dependencies reachable from both nodes. */
export function cycleByMerge(
  links: readonly Link[],
  source: string,
  target: string,
): readonly string[] | undefined {
  const { added } = mergeEdges(links, source, target);
  const stay = links.filter((link) => !isAt(source)(link));
  return pathBetween([...stay, ...added], target, target);
}
