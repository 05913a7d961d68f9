/**
 * Cuts one thing with all its parts to a budget: what tells most of it stays longest, whatever the
 * thing is. Its values are ranked, and as many of the first as fit are kept.
 */

import type { Fits, Trim } from '../budget.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { largestThatFits } from '../trims.ts';
import { LEAST, longestText, TELLING, withTexts } from './squeeze.ts';

/**
 * Later items of lists go first, the last ones before the others. Then texts get shorter, as long
 * as they still say something. Then fields go, the last ones first; `telling` names those that
 * stand before the others of their object, the most telling first. The first of all stays, with
 * `least` bytes if it has to be.
 */
export function keepTelling(telling: readonly string[], least: number = LEAST): Trim {
  return {
    minimal: false,
    apply(view, fits) {
      if (fits.whole(view)) return view;
      const ranked = rankedValues(view, telling);
      const { frame, all } = ranked;
      const bare = (count: number) => fits.whole(kept(ranked, count));
      const items = largestThatFits(frame, all - 1, bare);
      if (items !== undefined)
        return filled(ranked, { count: items, bytes: Infinity, least }, fits);
      const short = (count: number) => fits.whole(kept(ranked, count, TELLING));
      const count = largestThatFits(0, Math.min(frame, all), short) ?? 0;
      const longest = Math.max(TELLING, longestText(view));
      const bytes = largestThatFits(TELLING, longest, (each) =>
        fits.whole(kept(ranked, count, each)),
      );
      return filled(ranked, { count, bytes: bytes ?? TELLING, least }, fits);
    },
  };
}

interface Cut {
  /** So many values are kept. */
  readonly count: number;
  /** No text is longer. */
  readonly bytes: number;
  /** One that is left half must be as long as this. */
  readonly least: number;
}

/** Of the next value as much as fits, if much room would be left unused. */
function filled(ranked: Ranked, { count, bytes, least }: Cut, fits: Fits): JsonObject {
  const whole = kept(ranked, count, bytes);
  if (count === ranked.all || (count > 0 && !fits.isRoomy(whole))) return whole;
  const withNext = (last: number) => kept(ranked, count + 1, bytes, last);
  const longest = Math.max(least, longestText(ranked.value));
  const last = largestThatFits(least, longest, (each) => fits.whole(withNext(each)));
  if (last !== undefined) return withNext(last);
  return count > 0 ? whole : withNext(least);
}

interface Ranked {
  readonly value: JsonObject;
  /** The rank of each value that has no parts, in the order in which they stand. */
  readonly ranks: readonly number[];
  /** How many are not in a later item of a list. */
  readonly frame: number;
  readonly all: number;
}

function rankedValues(value: JsonObject, telling: readonly string[]): Ranked {
  const order: RankedValue[] = [];
  let at = 0;
  const walk = (part: Json, importance: readonly number[], isLater: boolean): void => {
    const parts = partsOf(part);
    if (parts.length === 0) order.push({ at: at++, importance, isLater });
    const isList = Array.isArray(part);
    for (const [index, [name, each]] of parts.entries()) {
      const told = isList ? -1 : telling.indexOf(name);
      const rank = told === -1 ? telling.length + index : told;
      walk(each, [...importance, rank], isLater || (isList && index > 0));
    }
  };
  walk(value, [], false);
  const ranks = new Array<number>(order.length);
  for (const [rank, place] of order.sort(byImportance).entries()) ranks[place.at] = rank;
  const frame = order.filter(({ isLater }) => !isLater).length;
  return { value, ranks, frame, all: order.length };
}

interface RankedValue {
  readonly at: number;
  /** The rank of each field or item on the way to it. */
  readonly importance: readonly number[];
  readonly isLater: boolean;
}

function byImportance(a: RankedValue, b: RankedValue): number {
  if (a.isLater !== b.isLater) return a.isLater ? 1 : -1;
  const depth = a.importance.findIndex((rank, at) => rank !== b.importance[at]);
  return (a.importance[depth] ?? 0) - (b.importance[depth] ?? 0);
}

function partsOf(value: Json): readonly (readonly [string, Json])[] {
  if (Array.isArray(value)) return value.map((item, at) => [String(at), item as Json] as const);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    part === undefined ? [] : [[name, part] as const],
  );
}

/** The first `count` values, with no text longer than `bytes`, and that of the last of `last`. */
function kept({ value, ranks }: Ranked, count: number, bytes = Infinity, last = bytes): JsonObject {
  let at = 0;
  const walk = (part: Json): Json | undefined => {
    const parts = partsOf(part);
    if (parts.length === 0) {
      const rank = ranks[at++] ?? count;
      if (rank >= count) return undefined;
      return withTexts(part, rank === count - 1 ? Math.min(bytes, last) : bytes);
    }
    const left = parts.flatMap(([name, each]) => {
      const some = walk(each);
      return some === undefined ? [] : [[name, some] as const];
    });
    if (left.length === 0) return undefined;
    return Array.isArray(part) ? left.map(([, each]) => each) : Object.fromEntries(left);
  };
  return (walk(value) ?? {}) as JsonObject;
}
