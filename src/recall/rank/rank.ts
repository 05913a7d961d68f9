/** Ranks texts: by their words, then by what stands near them, then by what they are. */

import type { Posting } from '../terms/postings.ts';
import type { RecallKind } from '../terms/recall-kinds.ts';
import { isSuperseded } from '../terms/recall-text.ts';
import type { QueryWord } from './query-words.ts';

/** The places of one term that are known. */
export interface ReadPlaces {
  readonly postings: readonly Posting[];
  /** The number of texts that have it, as `frequency` estimates it. */
  readonly frequency: number;
}

/** A text with what its own words are worth. */
export interface Candidate {
  readonly number: number;
  readonly kind: RecallKind;
  readonly words: number;
  /** What each word of the query that it has is worth, by its place in the query. */
  readonly parts: readonly (readonly [word: number, value: number])[];
  /** Whether it has an identifier of the query as it is written there. */
  readonly isExact: boolean;
}

const K1 = 1;
const B = 0.45;
/** A part of an identifier, in texts that lack the identifier while others have it. */
const PART_WEIGHT = 0.25;

/**
 * The number of texts with a term. If not all places were read, it is estimated by their density
 * between two events of the journal.
 */
export function frequency(read: number, since: number, head: number, upTo = head): number {
  if (since === 0 && upTo >= head) return read;
  return (read * head) / Math.max(1, Math.min(head, upTo) - since);
}

/** BM25. The events of the journal stand for the number of texts, which nobody counts. */
export function scoreWords(
  words: readonly QueryWord[],
  places: ReadonlyMap<string, ReadPlaces>,
  head: number,
): readonly Candidate[] {
  const average = averageLength([...places.values()]);
  const found = new Map<number, Gathered>();
  const exact = exactTexts(words, places);
  for (const [word, { terms, isAside, partOf = '' }] of words.entries()) {
    const whole = exact.get(partOf);
    for (const { term, weight } of terms) {
      const read = places.get(term);
      if (!read) continue;
      const many = read.frequency;
      const rarity = Math.log(1 + (Math.max(head, many) - many + 0.5) / (many + 0.5));
      for (const { number, kind, count, length } of read.postings) {
        const fit = (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
        const isOnlyPart = whole !== undefined && !whole.has(number);
        const value = weight * rarity * fit * (isOnlyPart ? PART_WEIGHT : 1);
        if (!isAside) add(found, number, kind, word, value);
        else addAside(found.get(number), value);
      }
    }
  }
  const isExact = (number: number) => [...exact.values()].some((texts) => texts.has(number));
  return [...found.values()].map((each) => ({ ...each, isExact: isExact(each.number) }));
}

/** The texts that have each identifier of the query, by its term. */
function exactTexts(
  words: readonly QueryWord[],
  places: ReadonlyMap<string, ReadPlaces>,
): ReadonlyMap<string, ReadonlySet<number>> {
  const found = words.flatMap(({ word, isIdentifier }) => {
    const numbers = isIdentifier ? places.get(word)?.postings.map(({ number }) => number) : [];
    return numbers && numbers.length > 0 ? [[word, new Set(numbers)] as const] : [];
  });
  return new Map(found);
}

type Gathered = { number: number; kind: RecallKind; words: number; parts: [number, number][] };

/** Of several terms that stand for one word, the best counts. */
function add(
  found: Map<number, Gathered>,
  number: number,
  kind: RecallKind,
  word: number,
  value: number,
): void {
  const known = found.get(number);
  if (!known) {
    found.set(number, { number, kind, words: value, parts: [[word, value]] });
    return;
  }
  const last = known.parts.at(-1);
  if (last?.[0] !== word) {
    known.parts.push([word, value]);
    known.words += value;
  } else if (last[1] < value) {
    known.words += value - last[1];
    last[1] = value;
  }
}

function addAside(known: Gathered | undefined, value: number): void {
  if (known) known.words += value;
}

const ENOUGH = 1.2;

/** What each group says to a query as a whole, by its name. */
export function scoreGroups(
  groups: ReadonlyMap<string, readonly Pick<Candidate, 'parts'>[]>,
): ReadonlyMap<string, number> {
  const sums = new Map([...groups].map(([name, texts]) => [name, sumWords(texts)]));
  const having = new Map<number, number>();
  for (const words of sums.values()) {
    for (const word of words.keys()) having.set(word, (having.get(word) ?? 0) + 1);
  }
  const scored = [...sums].map(([name, words]) => {
    let score = 0;
    for (const [word, { sum, best }] of words) {
      // Of each word all texts count, but ever less; a word that all groups have tells nothing.
      const times = sum / best;
      const many = having.get(word) ?? 0;
      const rarity = Math.log(1 + (groups.size - many + 0.5) / (many + 0.5));
      score += (rarity * times * (ENOUGH + 1)) / (times + ENOUGH);
    }
    return [name, score] as const;
  });
  return new Map(scored);
}

interface WordSum {
  readonly sum: number;
  readonly best: number;
}

function sumWords(texts: readonly Pick<Candidate, 'parts'>[]): ReadonlyMap<number, WordSum> {
  const sums = new Map<number, WordSum>();
  for (const { parts } of texts) {
    for (const [word, value] of parts) {
      const known = sums.get(word) ?? { sum: 0, best: 0 };
      sums.set(word, { sum: known.sum + value, best: Math.max(known.best, value) });
    }
  }
  return sums;
}

function averageLength(read: readonly ReadPlaces[]): number {
  let [sum, count] = [0, 0];
  for (const { postings } of read) {
    for (const { length } of postings) sum += length;
    count += postings.length;
  }
  return count === 0 ? 1 : sum / count;
}

/** Best first; the newer of two equals. */
export function bestFirst<Each extends { readonly number: number }>(
  each: readonly Each[],
  score: (one: Each) => number,
): Each[] {
  return [...each].sort((a, b) => score(b) - score(a) || b.number - a.number);
}

/** What stands around a text, each part worth what its own words are. */
export interface Surroundings {
  /** The best of the two texts beside it, and of the two behind those. */
  readonly beside: number;
  readonly further: number;
  /** What its group says as a whole, and the title of the group. */
  readonly group: number;
  readonly heading: number;
}

export const NOTHING_AROUND: Surroundings = { beside: 0, further: 0, group: 0, heading: 0 };

const WEIGHT_BESIDE = 0.5;
const WEIGHT_FURTHER = 0.25;
const WEIGHT_GROUP = 0.6;
const WEIGHT_HEADING = 0.6;

/** Weights measured on LoCoMo; those of kinds are a judgement. */
const KIND_WEIGHT: { readonly [Kind in RecallKind]?: number } = {
  rule: 1.15,
  pattern: 1.1,
  card: 1.05,
  question: 1.05,
  evidence: 0.95,
  output: 0.85,
  conflict: 0.9,
};

/** A text that has no word of the query stands behind its neighbours that do. */
const WORDLESS_WEIGHT = 0.8;
const SUPERSEDED_WEIGHT = 0.4;
const RECENT_WEIGHT = 0.15;
const HALF_LIFE_MS = 30 * 24 * 3_600_000;
const FOCUS_WEIGHT = 0.2;

export interface Ranked {
  readonly kind: RecallKind;
  readonly words: number;
  readonly around: Surroundings;
  readonly state: string | undefined;
  readonly ageMs: number;
  /** Whether it belongs to what the agent works on. */
  readonly isInFocus: boolean;
}

export function finalScore({ kind, words, around, state, ageMs, isInFocus }: Ranked): number {
  const near =
    WEIGHT_BESIDE * around.beside +
    WEIGHT_FURTHER * around.further +
    WEIGHT_GROUP * around.group +
    WEIGHT_HEADING * around.heading;
  const recent = 1 + RECENT_WEIGHT * 2 ** (-Math.max(0, ageMs) / HALF_LIFE_MS);
  const focus = isInFocus ? 1 + FOCUS_WEIGHT : 1;
  const held = isSuperseded(state) ? SUPERSEDED_WEIGHT : 1;
  const own = words > 0 ? 1 : WORDLESS_WEIGHT;
  return (words + near) * own * recent * focus * held * (KIND_WEIGHT[kind] ?? 1);
}
