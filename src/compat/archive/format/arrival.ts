/**
 * Finds the order in which the thoughts of several chains arrived.
 *
 * A manifest has each chain in order, but not the order between chains. The times show it, unless a
 * clock was set back. A thought therefore counts as no earlier than the thought before it on its
 * chain, the origin of its branch and the thought it revises.
 */

import { MAIN } from '../../../domain/thoughts/session.ts';
import type { ThoughtPlace } from '../../../domain/thoughts/thought-events.ts';

export interface Timed extends ThoughtPlace {
  readonly atMs: number;
  readonly revises: ThoughtPlace | undefined;
}

/**
 * `origins` has, for each branch, the number of the thought on the main chain at which it begins.
 */
export function inOrderOfArrival<Item extends Timed>(
  chains: ReadonlyMap<string, readonly Item[]>,
  origins: ReadonlyMap<string, number>,
): readonly Item[] {
  const mainTimes = new Map<number, number>();
  const timed: { readonly item: Item; readonly ms: number; readonly place: number }[] = [];
  // The main chain first, since branches refer to it and it refers to no branch.
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
  // With equal times, the main chain comes before branches, and each chain keeps its order.
  return timed.sort((a, b) => a.ms - b.ms || a.place - b.place).map(({ item }) => item);
}
