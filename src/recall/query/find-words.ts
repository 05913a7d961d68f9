/** Finds the terms that stand for the words of a query, and where they occur. */

import type { PlaceFilter, Reading, TermPlaces } from '../../store/port.ts';
import {
  isCompound,
  mistypedAs,
  type QueryWord,
  type ReadQuery,
  readQuery,
} from '../rank/query-words.ts';
import { frequency, type ReadPlaces } from '../rank/rank.ts';
import { stemsFrom } from '../terms/begun-words.ts';
import { seqOf } from '../terms/postings.ts';
import { folded, UNSPACED } from '../terms/tokens.ts';

/** How many unknown words are looked for by their beginning and by typing errors. */
const MAX_UNKNOWN = 8;
/** How many terms may stand for one word. */
const MAX_TERMS = 12;
const SHORTEST_PREFIX = 3;
/** What stands for a word that does not occur is worth less than the word itself. */
const BEGINNING_WEIGHT = 0.8;
const MISTYPED_WEIGHT = 0.7;
/** A word that fewer texts have also stands for longer ones, which are worth so much beside it. */
const FEW = 40;
const LONGER_WEIGHT = 0.2;
/** Letters alone: numbers and identifiers are meant as they are. */
const PLAIN = /^\p{L}+$/u;
/** A file of the task in hand speaks for a text, but finds none. */
const FILE_WEIGHT = 0.2;

export interface FoundWords {
  readonly words: readonly QueryWord[];
  readonly places: ReadonlyMap<string, ReadPlaces>;
  /** The terms of which older places were not read, with the seq down to which they were. */
  readonly cut: ReadonlyMap<string, number>;
}

interface Asked {
  readonly query: string;
  readonly focus?: { readonly files: readonly string[] } | undefined;
  /** The texts that are looked for; all if it is left out. */
  readonly wanted?: PlaceFilter | undefined;
}

export async function findWords(
  tx: Reading,
  { query, focus, wanted }: Asked,
  most: number,
): Promise<FoundWords> {
  const { words: asked, prefixes } = readQuery(query);
  const found = new Map(
    await tx.recall.places(
      asked.map(({ term }) => term),
      most,
      wanted,
    ),
  );
  const words: QueryWord[] = [];
  let left = MAX_UNKNOWN;
  for (const { term: word, written, partOf, isIdentifier } of asked) {
    const role = { partOf, isIdentifier };
    const known = found.get(word);
    if (known)
      words.push({ ...(await withLonger(tx, { term: word, written }, known.read)), ...role });
    else if (!isCompound(word) && left-- > 0) {
      words.push({ ...(await standIns(tx, word, written)), ...role });
    } else words.push({ word, terms: [], ...role });
  }
  for (const word of prefixes) {
    const terms = await tx.recall.beginning(word, MAX_TERMS);
    words.push({ word: `${word}*`, terms: terms.map((term) => ({ term, weight: 1 })) });
  }
  for (const file of focus?.files ?? []) {
    words.push({ word: file, terms: [{ term: file, weight: FILE_WEIGHT }], isAside: true });
  }
  const more = words.flatMap(({ terms }) => terms.map(({ term }) => term));
  const unread = [...new Set(more)].filter((term) => !found.has(term));
  for (const [term, places] of await tx.recall.places(unread, most, wanted)) {
    found.set(term, places);
  }
  const upTo = wanted?.numbers ? seqOf(wanted.numbers[1]) : tx.head;
  return { words, places: measured(found, tx.head, upTo), cut: cutTerms(found) };
}

/** A word that few texts have may be the beginning of the one that is meant. */
async function withLonger(
  tx: Reading,
  { term, written }: ReadQuery['words'][number],
  read: number,
): Promise<QueryWord> {
  const beginning = folded(written);
  const isWhole = read >= FEW || beginning.length < SHORTEST_PREFIX || !PLAIN.test(beginning);
  const longer = isWhole ? [] : await tx.recall.beginning(beginning, MAX_TERMS);
  const others = longer.filter((each) => each !== term);
  const terms = others.map((each) => ({ term: each, weight: LONGER_WEIGHT }));
  return { word: term, terms: [{ term, weight: 1 }, ...terms] };
}

/** Words that begin alike, or else differ by one letter. */
async function standIns(tx: Reading, word: string, written: string): Promise<QueryWord> {
  // Its stem may be another word, as that of data is, or lack what others go on with.
  const beginnings = new Set([word, folded(written)]);
  const longer: string[] = [];
  for (const each of beginnings) {
    if ([...each].length < SHORTEST_PREFIX && !UNSPACED.test(each)) continue;
    longer.push(...(await tx.recall.beginning(each, MAX_TERMS)));
  }
  longer.push(...(await tx.recall.known(stemsFrom(folded(written)))));
  const terms = [...new Set(longer)].slice(0, MAX_TERMS);
  if (terms.length > 0) return standing(word, terms, BEGINNING_WEIGHT);
  const near = await tx.recall.known(mistypedAs(word, written));
  return standing(word, near.slice(0, MAX_TERMS), MISTYPED_WEIGHT);
}

function standing(word: string, terms: readonly string[], weight: number): QueryWord {
  return { word, terms: terms.map((term) => ({ term, weight })) };
}

function measured(
  found: ReadonlyMap<string, TermPlaces>,
  head: number,
  upTo: number,
): ReadonlyMap<string, ReadPlaces> {
  return new Map(
    [...found].map(([term, { postings, completeFrom, read }]) => {
      return [term, { postings, frequency: frequency(read, completeFrom, head, upTo) }];
    }),
  );
}

function cutTerms(found: ReadonlyMap<string, TermPlaces>): ReadonlyMap<string, number> {
  const cut = [...found].filter(([, { completeFrom }]) => completeFrom > 0);
  return new Map(cut.map(([term, { completeFrom }]) => [term, completeFrom]));
}
