/**
 * The form in which the index keeps where a term occurs: for each block of the journal one text,
 * with six characters for each place. A row per place would take several times the space.
 *
 * A text has dozens of terms, and to write a page of the database for each would cost more than the
 * text itself. So the index moves on with the journal, in three levels: the texts of the newest
 * events have a row each; the terms of the newest block a row each in a small table; those of older
 * blocks are where they stay. An event with many texts, such as a plan of hundreds of nodes, shares
 * the rows of its terms among them, so they are gathered at once.
 */

import { kindCode, kindOfCode, type RecallKind } from './recall-kinds.ts';
import type { Terms } from './tokens.ts';

/** How many texts one event may have: more than fit into the largest call. */
const PLACES = 65_536;
/** How many events share the row of a term. */
const SPAN = 1024;
/** How many events pass before their terms are gathered. A search reads all of their texts. */
const LATEST = 64;
/** An event with more texts is gathered at once, with all before it. */
const FEW = 16;

/** Texts are numbered by their event and their place in it, so newer ones have higher numbers. */
export function numberAt(seq: number, place = 0): number {
  if (place >= PLACES) throw new Error(`event ${seq} has more than ${PLACES} texts`);
  return seq * PLACES + place;
}

export function seqOf(number: number): number {
  return Math.floor(number / PLACES);
}

export function blockOf(number: number): number {
  return Math.floor(seqOf(number) / SPAN);
}

/** The seq of the first event of a block. */
export function firstSeqOf(block: number): number {
  return block * SPAN;
}

/** Whether its event has many texts. */
export function isOneOfMany(number: number): boolean {
  return number % PLACES >= FEW;
}

/** Where the postings of a text are: each text, each term of its block, or where they stay. */
export type Level = 'latest' | 'current' | 'past';

/** How far the journal is. */
export interface Reached {
  /** The seq of the newest event. */
  readonly head: number;
  /** The seq of the newest event with many texts, if that is known; 0 if it is not. */
  readonly many: number;
}

export function levelOf(number: number, { head, many }: Reached): Level {
  const seq = seqOf(number);
  if (seq > many && Math.floor(seq / LATEST) === Math.floor(head / LATEST)) return 'latest';
  return blockOf(number) === blockOf(numberAt(head)) ? 'current' : 'past';
}

export interface Posting {
  readonly number: number;
  readonly kind: RecallKind;
  /** How often the term occurs, and how many terms the text has: both rounded. */
  readonly count: number;
  readonly length: number;
}

const FIRST = 0x23;
const BACKSLASH = 0x5c - FIRST;
const BASE = 91;
const WIDTH = 6;

/** Printable characters without quotes and backslash, which JSON would escape. */
function digit(value: number): string {
  return String.fromCharCode(FIRST + (value < BACKSLASH ? value : value + 1));
}

function valueAt(text: string, at: number): number {
  const code = text.charCodeAt(at) - FIRST;
  return code < BACKSLASH ? code : code - 1;
}

/** From four on, more of the same word hardly changes what a text is about. */
const COUNTS = [1, 2, 3, 5] as const;
const LENGTHS = 16;
const GROWTH = 1.6;

function countLevel(count: number): number {
  return Math.min(count, COUNTS.length) - 1;
}

function lengthLevel(length: number): number {
  const level = Math.round(Math.log(Math.max(1, length) / 2) / Math.log(GROWTH));
  return Math.max(0, Math.min(LENGTHS - 1, level));
}

const LENGTH_OF_LEVEL = Array.from({ length: LENGTHS }, (_, level) => 2 * GROWTH ** level);

/** The terms of one text in one line, each behind the digit of its weight. */
export function packTerms(terms: Terms): string {
  const length = lengthLevel([...terms.values()].reduce((sum, count) => sum + count, 0));
  const weighted = [...terms].map(([term, count]) => {
    return digit(countLevel(count) * LENGTHS + length) + term;
  });
  return weighted.join(' ');
}

/** The posting of each term of a text. */
export function postingsOf(
  number: number,
  kind: RecallKind,
  packed: string,
): readonly (readonly [term: string, posting: string])[] {
  const offset = number - blockOf(number) * SPAN * PLACES;
  const start =
    digit(Math.floor(offset / BASE ** 3)) +
    digit(Math.floor(offset / BASE ** 2) % BASE) +
    digit(Math.floor(offset / BASE) % BASE) +
    digit(offset % BASE) +
    digit(kindCode(kind));
  if (packed === '') return [];
  return packed.split(' ').map((each) => [each.slice(1), start + each.charAt(0)] as const);
}

/** The terms of a text. */
export function packedTerms(packed: string): readonly string[] {
  return packed === '' ? [] : packed.split(' ').map((each) => each.slice(1));
}

/** Those that begin so. A query asks for each of its words, so only these are taken out. */
export function packedTermsFrom(packed: string, prefix: string): readonly string[] {
  if (prefix === '') return packedTerms(packed);
  const found: string[] = [];
  for (let at = packed.indexOf(prefix); at >= 0; at = packed.indexOf(prefix, at + 1)) {
    const isBeginning = at === 1 || packed.charAt(at - 2) === ' ';
    const end = isBeginning ? packed.indexOf(' ', at) : -1;
    if (isBeginning) found.push(packed.slice(at, end < 0 ? packed.length : end));
  }
  return found;
}

function offsetAt(text: string, at: number): number {
  const high = valueAt(text, at) * BASE + valueAt(text, at + 1);
  return (high * BASE + valueAt(text, at + 2)) * BASE + valueAt(text, at + 3);
}

/** Newest first. */
export function readPostings(block: number, text: string): readonly Posting[] {
  const postings: Posting[] = [];
  readUntil(block, text, (posting) => {
    postings.push(posting);
    return false;
  });
  return postings;
}

/**
 * Hands out postings, the newest first, until there are enough; those of one event stay together.
 * Answers with the seq down to which they were read, the first of the block if that is all.
 */
export function readUntil(
  block: number,
  text: string,
  isEnoughWith: (posting: Posting) => boolean,
): number {
  let isEnough = false;
  let last = Number.MAX_SAFE_INTEGER;
  for (let at = text.length - WIDTH; at >= 0; at -= WIDTH) {
    const posting = postingAt(block, text, at);
    const seq = seqOf(posting.number);
    if (isEnough && seq < last) return last;
    last = seq;
    isEnough = isEnoughWith(posting);
  }
  return firstSeqOf(block);
}

function postingAt(block: number, text: string, at: number): Posting {
  const weight = valueAt(text, at + 5);
  return {
    number: block * SPAN * PLACES + offsetAt(text, at),
    kind: kindOfCode(valueAt(text, at + 4)),
    count: COUNTS[Math.floor(weight / LENGTHS)] ?? 1,
    length: LENGTH_OF_LEVEL[weight % LENGTHS] ?? 1,
  };
}

/** Where the posting of this number stands, by halves, since they are in order; -1 if nowhere. */
function placeOf(block: number, text: string, number: number): number {
  const offset = number - block * SPAN * PLACES;
  let [low, high] = [0, text.length / WIDTH - 1];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const found = offsetAt(text, middle * WIDTH);
    if (found === offset) return middle * WIDTH;
    if (found < offset) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The posting of one number: a long row need not be read for it. */
export function postingOf(block: number, text: string, number: number): Posting | undefined {
  const at = placeOf(block, text, number);
  return at < 0 ? undefined : postingAt(block, text, at);
}

/** The same text without the posting of this number. */
export function withoutPosting(block: number, text: string, number: number): string {
  const at = placeOf(block, text, number);
  return at < 0 ? text : text.slice(0, at) + text.slice(at + WIDTH);
}
