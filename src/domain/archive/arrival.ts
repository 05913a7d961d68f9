/**
 * In which order the thoughts of several chains came.
 *
 * Each chain is in order, but a manifest does not tell how they lay between each other. The times
 * do, unless a clock was set back; so a thought counts as no earlier than the one before it on its
 * chain, than where its branch begins and than what it revises.
 */

import { MAIN } from '../thoughts/session.ts';
import type { ThoughtPlace } from '../thoughts/thought-events.ts';

export interface Timed extends ThoughtPlace {
  readonly atMs: number;
  readonly revises: ThoughtPlace | undefined;
}

/** `origins` tells for each branch the number on the main chain that it leaves from. */
export function inOrderOfArrival<Item extends Timed>(
  chains: ReadonlyMap<string, readonly Item[]>,
  origins: ReadonlyMap<string, number>,
): readonly Item[] {
  const mainTimes = new Map<number, number>();
  const timed: { readonly item: Item; readonly ms: number; readonly place: number }[] = [];
  // The main chain first, since branches refer to it and it refers to none.
  const names = [MAIN, ...[...chains.keys()].filter((name) => name !== MAIN).sort()];
  for (const name of names) {
    const origin = origins.get(name);
    let ms = origin === undefined ? 0 : (mainTimes.get(origin) ?? 0);
    for (const item of chains.get(name) ?? []) {
      const { revises } = item;
      const revised = revises?.chain === MAIN ? (mainTimes.get(revises.number) ?? 0) : 0;
      ms = Math.max(ms, item.atMs, revised);
      if (name === MAIN) mainTimes.set(item.number, ms);
      timed.push({ item, ms, place: timed.length });
    }
  }
  // At the same time: the main chain before branches, each chain in its order.
  return timed.sort((a, b) => a.ms - b.ms || a.place - b.place).map(({ item }) => item);
}
