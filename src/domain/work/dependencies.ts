/** Paths along dependencies: which node waits for which, and where a node would wait for itself. */

import type { Link, WorkEdge } from './work-node.ts';

/** The shortest path from one node to another over at least one link, both ends included. */
export function pathBetween(
  links: readonly Link[],
  from: string,
  to: string,
): readonly string[] | undefined {
  const next = neighboursBy(links, 'from', 'to');
  const cameFrom = new Map<string, string>();
  const open = [from];
  // The list grows while it is read.
  for (const at of open) {
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
    path.push(at);
  }
  return [from, ...path.reverse()];
}

type End = keyof Link;

function neighboursBy(links: readonly Link[], near: End, far: End): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const link of links) {
    const known = found.get(link[near]);
    if (known) known.push(link[far]);
    else found.set(link[near], [link[far]]);
  }
  return found;
}

/**
 * The nodes from which a path leads back to them, by Kosaraju's algorithm. A search from each node
 * would take quadratic time.
 */
export function nodesOnCycles(links: readonly Link[]): ReadonlySet<string> {
  const back = neighboursBy(links, 'to', 'from');
  const left = new Set(inPostOrder(neighboursBy(links, 'from', 'to')).reverse());
  const found = new Set(links.flatMap(({ from, to }) => (from === to ? [from] : [])));
  for (const start of left) {
    left.delete(start);
    const group = [start];
    // The list grows while it is read.
    for (const at of group) {
      for (const each of back.get(at) ?? []) if (left.delete(each)) group.push(each);
    }
    if (group.length > 1) for (const id of group) found.add(id);
  }
  return found;
}

/** Each node after those that are reached from it. */
function inPostOrder(next: ReadonlyMap<string, readonly string[]>): string[] {
  const seen = new Set<string>();
  const done: string[] = [];
  const open: { readonly id: string; readonly left: string[] }[] = [];
  const enter = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    open.push({ id, left: [...(next.get(id) ?? [])] });
  };
  for (const start of next.keys()) {
    enter(start);
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const to = top.left.pop();
      if (to !== undefined) enter(to);
      else {
        done.push(top.id);
        open.pop();
      }
    }
  }
  return done;
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
