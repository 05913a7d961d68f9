/**
 * What waits for what: an open node waits for what it depends on and for its open parts. A circle
 * of such waits is a deadlock: none of its nodes can ever be worked on.
 */

import { shownParts } from '../../kernel/cuts/shown-path.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import { nodesOnCycles, pathBetween } from './dependencies.ts';
import { refuseFor } from './reasons.ts';
import type { Link } from './work-node.ts';

export interface Wait extends Link {
  /** The second is a child of the first; else the first depends on the second. */
  readonly isPart: boolean;
}

/** Where a node waits for itself. The first node of the path is also its last. */
export interface Circle {
  readonly path: readonly string[];
  /** `a -> B ⊃ b -> A ⊃ a`: `->` depends on, `⊃` contains. */
  readonly words: string;
  /** Whether the path leads through a parent to one of its parts. */
  readonly hasParts: boolean;
  /** Without any of these there is no circle. */
  readonly dependencies: readonly Link[];
}

/** The circle that one more wait closes. `waits`: the ways from its end to its beginning. */
export function circleBy(closing: Wait, waits: readonly Wait[]): Circle | undefined {
  const back = pathBetween(waits, closing.to, closing.from);
  return back && circleAlong([closing.from, ...back], partsIn([...waits, closing]));
}

/** The circle that leads through a node. `nameOf`: how its nodes are called. */
export function circleAt(
  id: string,
  waits: readonly Wait[],
  nameOf?: (id: string) => string,
): Circle | undefined {
  const path = pathBetween(waits, id, id);
  return path && circleAlong(path, partsIn(waits), nameOf);
}

/** The circle that leads through the first of these nodes that waits for itself. */
export function firstCircle(
  ids: readonly string[],
  waits: readonly Wait[],
  nameOf?: (id: string) => string,
): Circle | undefined {
  const endless = endlessWaits(waits);
  const stuck = nodesOnCycles(endless);
  const first = ids.find((id) => stuck.has(id));
  return first === undefined ? undefined : circleAt(first, endless, nameOf);
}

/** The waits of nodes for their parts, each by its key. */
function partsIn(waits: readonly Wait[]): ReadonlySet<string> {
  return new Set(waits.filter((wait) => wait.isPart).map(keyOf));
}

function circleAlong(
  path: readonly string[],
  parts: ReadonlySet<string>,
  nameOf = (id: string) => id,
): Circle {
  const isPart = (at: number) => parts.has(keyOf({ from: path[at] ?? '', to: path[at + 1] ?? '' }));
  // Of a node, its part and a part of that, the first and the last say it all.
  const isBetween = (at: number) => at > 0 && at < path.length - 1 && isPart(at - 1) && isPart(at);
  const told = path.flatMap((id, at) =>
    isBetween(at) ? [] : [{ name: nameOf(id), sign: at > 0 && isPart(at - 1) ? ' ⊃ ' : ' -> ' }],
  );
  const shown = shownParts(told, { name: '…', sign: ' -> ' });
  return {
    path: shown.map(({ name }) => name),
    words: shown.map(({ name, sign }, at) => (at === 0 ? name : `${sign}${name}`)).join(''),
    hasParts: path.some((_, at) => isPart(at)),
    dependencies: path
      .slice(1)
      .flatMap((to, at) => (isPart(at) ? [] : [{ from: path[at] ?? '', to }])),
  };
}

function keyOf({ from, to }: Link): string {
  return `${from} ${to}`;
}

const MEANING = ' (⊃: a node waits for its open parts)';

/** `at`: the place of the call that would close the circle. */
export function refuseCircle(at: string, { path, words, hasParts }: Circle): Refusal {
  const message = `${at}: a cycle: ${words}${hasParts ? MEANING : ''}`;
  return refuseFor({ kind: hasParts ? 'deadlock' : 'cycle' }, 'CYCLE_DETECTED', message, { path });
}

/** The waits after one node was merged into another, which gets its parts and dependencies. */
export function waitsAfterMerge(
  waits: readonly Wait[],
  source: string,
  target: string,
): readonly Wait[] {
  const heir = (id: string) => (id === source ? target : id);
  return waits
    .filter(({ to, isPart }) => !(isPart && to === source))
    .map((wait) => ({ ...wait, from: heir(wait.from), to: heir(wait.to) }))
    .filter(({ from, to }) => from !== to);
}

/** The circles among these waits, one for each group of nodes that wait for each other. */
export function allCircles(waits: readonly Wait[]): readonly Circle[] {
  const onward = new Map<string, string>();
  for (const { from, to } of endlessWaits(waits)) if (!onward.has(from)) onward.set(from, to);
  const parts = partsIn(waits);
  const circles: Circle[] = [];
  const seen = new Set<string>();
  for (const start of onward.keys()) {
    const walk: string[] = [];
    let at = start;
    for (; !seen.has(at); at = onward.get(at) ?? '') {
      seen.add(at);
      walk.push(at);
    }
    // A walk that ends at an earlier one leads to a circle that is known.
    if (walk.includes(at)) circles.push(circleAlong([...walk.slice(walk.indexOf(at)), at], parts));
  }
  return circles;
}

/** Without the waits that end one day, because all that the second node waits for ends. */
function endlessWaits(waits: readonly Wait[]): readonly Wait[] {
  const count = new Map<string, number>();
  const waiters = new Map<string, string[]>();
  for (const { from, to } of waits) {
    count.set(from, (count.get(from) ?? 0) + 1);
    count.set(to, count.get(to) ?? 0);
    waiters.set(to, waiters.get(to) ?? []);
    waiters.get(to)?.push(from);
  }
  const ready = [...count].filter(([, open]) => open === 0).map(([id]) => id);
  const ended = new Set<string>();
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    ended.add(id);
    for (const waiter of waiters.get(id) ?? []) {
      const left = (count.get(waiter) ?? 0) - 1;
      count.set(waiter, left);
      if (left === 0) ready.push(waiter);
    }
  }
  return waits.filter(({ to }) => !ended.has(to));
}
