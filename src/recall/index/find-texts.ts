/**
 * Finds the texts that have all words of a filter, every one of them. The places of the rarest word
 * are read, and for the others only where those are: the cost follows the rarest word, not the
 * memory.
 */

import type { TermPlaces } from '../../store/recall-port.ts';
import type { Sql } from '../../store/sql/engine.ts';
import { areTelling, type FilterWord, filterWords, readFilter } from '../terms/filter-words.ts';
import { type Posting, seqOf } from '../terms/postings.ts';
import type { RecallKind } from '../terms/recall-kinds.ts';
import { type FoundText, textsWithLiterals, thoseWithLiterals } from './literal-texts.ts';
import { recallQueries } from './queries.ts';
import { allPlacesOf } from './read-postings.ts';

/** Of words that begin alike, so many are found: the first in the order of their bytes. */
const MAX_BEGUN = 100;
/** Of each term so many places are read at first; a term with more is common. */
const FEW_PLACES = 1_024;
const MANY_PLACES = 2_000;

/** A blank text is no condition. */
export function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

/** Each alternative is enough: the terms that a text must have together. */
type Alternatives = readonly (readonly string[])[];

/** The words of a filter, as the index has them. */
export interface FilterTerms {
  readonly words: readonly Alternatives[];
  readonly places: Places;
  /** The rarest first. */
  readonly rarest: Alternatives;
  /** Whether even the rarest has many places: it may be better to look at few texts in order. */
  readonly areCommon: boolean;
}

/** Every text that fits; where texts must be compared, among the newest `MAX_COMPARED`. */
export async function findTexts(
  sql: Sql,
  workspace: string,
  text: string,
  kinds: readonly RecallKind[],
): Promise<readonly FoundText[]> {
  const { words, literals } = readFilter(text);
  if (words.length === 0) return textsWithLiterals(sql, workspace, kinds, literals);
  const found = await textsWithWords(sql, workspace, words, kinds);
  return thoseWithLiterals(sql, workspace, found, literals);
}

async function textsWithWords(
  sql: Sql,
  workspace: string,
  words: readonly FilterWord[],
  kinds: readonly RecallKind[],
): Promise<readonly Posting[]> {
  const found = await findTerms(sql, workspace, words);
  return found ? textsWith(sql, workspace, found, kinds) : [];
}

/** Undefined if no text has all of them. */
export async function findTerms(
  sql: Sql,
  workspace: string,
  filter: readonly FilterWord[],
): Promise<FilterTerms | undefined> {
  const asked: Alternatives[] = [];
  for (const word of filter) asked.push(await alternativesOf(sql, workspace, word));
  const terms = [...new Set(asked.flat(2))];
  const places = await recallQueries(sql, workspace).places(terms, FEW_PLACES);
  const words = asked.map((word) => word.filter((all) => all.every((term) => places.has(term))));
  const [rarest] = [...words].sort((a, b) => commonness(a, places) - commonness(b, places));
  if (!rarest || words.some((word) => word.length === 0)) return undefined;
  return { words, places, rarest, areCommon: commonness(rarest, places) > MANY_PLACES };
}

/** Every text that has all words. */
export async function textsWith(
  sql: Sql,
  workspace: string,
  found: FilterTerms,
  kinds: readonly RecallKind[],
): Promise<readonly Posting[]> {
  const all = await placesOfAny(sql, workspace, found.rarest, found.places);
  const wanted = all.filter(({ kind }) => kinds.includes(kind));
  const having = await fittingAmong(
    sql,
    workspace,
    found,
    wanted.map(({ number }) => number),
  );
  return wanted.filter(({ number }) => having.has(number));
}

/** Those of these texts that have all words. */
export async function fittingAmong(
  sql: Sql,
  workspace: string,
  { words, places }: FilterTerms,
  numbers: readonly number[],
): Promise<ReadonlySet<number>> {
  let having: ReadonlySet<number> = new Set(numbers);
  for (const word of words) {
    if (having.size === 0) break;
    having = await numbersWith(sql, workspace, word, places, [...having]);
  }
  return having;
}

/** More would be slower to look up than to find on the way through a list. */
const FEW_TEXTS = 1_000;

/** Every text with all of these tags is among them; undefined if there may be many. */
export async function findTagged(
  sql: Sql,
  workspace: string,
  tags: readonly string[],
  kind: RecallKind,
): Promise<readonly Posting[] | undefined> {
  const words = filterWords(tags.join(' '));
  if (!areTelling(words)) return undefined;
  const found = await textsWithWords(sql, workspace, words, [kind]);
  return found.length > FEW_TEXTS ? undefined : found;
}

async function alternativesOf(
  sql: Sql,
  workspace: string,
  { terms, beginning, parts }: FilterWord,
): Promise<Alternatives> {
  const begun =
    beginning === undefined
      ? []
      : await recallQueries(sql, workspace).beginning(beginning, MAX_BEGUN);
  const single = [...new Set([...terms, ...begun])].map((term) => [term]);
  return parts.length === 0 ? single : [...single, parts];
}

type Places = ReadonlyMap<string, TermPlaces>;

/** Rare words are compared by their places, common ones by how soon these are many. */
function commonness(word: Alternatives, places: Places): number {
  const each = word.map((all) => Math.min(...all.map((term) => commonnessOf(term, places))));
  return each.reduce((sum, one) => sum + one, 0);
}

function commonnessOf(term: string, places: Places): number {
  const known = places.get(term);
  if (!known) return 0;
  return known.completeFrom === 0
    ? known.postings.length
    : known.postings.length + known.completeFrom;
}

async function placesOfAny(
  sql: Sql,
  workspace: string,
  word: Alternatives,
  places: Places,
): Promise<readonly Posting[]> {
  const found = new Map<number, Posting>();
  for (const terms of word) {
    const [rarest] = [...terms].sort((a, b) => commonnessOf(a, places) - commonnessOf(b, places));
    if (rarest === undefined) continue;
    const known = places.get(rarest);
    const all =
      known?.completeFrom === 0 ? known.postings : await allPlacesOf(sql, workspace, rarest);
    for (const posting of all) found.set(posting.number, posting);
  }
  return [...found.values()];
}

/** Those of the texts that have the word. */
async function numbersWith(
  sql: Sql,
  workspace: string,
  word: Alternatives,
  places: Places,
  numbers: readonly number[],
): Promise<ReadonlySet<number>> {
  const having = new Set<number>();
  for (const all of word) {
    let left = numbers;
    for (const term of all) {
      const { postings = [], completeFrom: since = 0 } = places.get(term) ?? {};
      const unread = left.filter((number) => seqOf(number) < since);
      const older = await recallQueries(sql, workspace).placesIn(term, unread);
      const has = new Set([...postings, ...older].map(({ number }) => number));
      left = left.filter((number) => has.has(number));
    }
    for (const number of left) having.add(number);
  }
  return having;
}
