/**
 * The terms under which a text is found. They are stored, so they must come out the same on every
 * machine and in every year: nothing here asks ICU for word breaks or depends on a locale. A change
 * of this file needs a migration that rebuilds the index.
 */

import { stemmer } from 'stemmer';
import { withFewMarks } from '../../kernel/text.ts';
import { IRREGULAR } from './irregular.ts';

/** Longer terms are cut: nobody types them, and a key must stay short. */
export const LONGEST_TERM = 64;
/** A shortened commit hash has so many digits. */
const SHORT_HASH = 7;

/** Scripts that put no spaces between words: every two neighbouring characters are a term. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;

/** Signs that only say where a word may be broken, or how its letters join: no reader sees them. */
const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]+/g;

/** Without what makes no difference to a reader. */
export function plainText(text: string): string {
  return withFewMarks(text.replaceAll(UNSEEN, '')).normalize('NFKC');
}

/** A word, or several that are joined to an identifier, a path or a version. */
const JOINED = /[\p{L}\p{N}\p{M}_]+(?:(?:[-./:#@\\]|::|->)[\p{L}\p{N}\p{M}_]+)*/gu;
const ASCII = /^[\t\n\r\x20-\x7e]*$/;
const JOINED_ASCII = /[A-Za-z0-9_]+(?:(?:[-./:#@\\]|::|->)[A-Za-z0-9_]+)*/g;
const CONTRACTED_ASCII = /(?<=[A-Za-z])'(?:s|t|d|m|re|ve|ll)(?![A-Za-z])/gi;
const PICTURE = /\p{Extended_Pictographic}/gu;

/** What English writes after an apostrophe. */
const CONTRACTED = /(?<=\p{L})['’](?:s|t|d|m|re|ve|ll)(?!\p{L})/giu;

const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
/** Splits `getHTTPStatus2` into get, HTTP, Status and 2. */
const HUMPS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{Lt}\p{M}]+|\p{Lu}|\p{N}+/gu;

const HEX = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,64}$/;
const PLAIN = /^[a-z]+$/;
const MARKED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}/u;

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about also am an and any are as at be been but by can could did do does for from had has have he her him his how ' +
    'i if in into is it its just me might more most my no not of on or our she should so some than that the their them then there ' +
    'these they this to us was we were what when where which who why will with would you your'
  ).split(' '),
);

/** A word that says nothing beside others. */
export function isStopWord(term: string): boolean {
  return STOP_WORDS.has(term);
}

/** Each term with how often it occurs, in the order of first occurrence. */
export type Terms = ReadonlyMap<string, number>;

export function termsOf(text: string): Terms {
  const terms = new Map<string, number>();
  const stopped = new Map<string, number>();
  for (const term of allTerms(text)) {
    const counts = STOP_WORDS.has(term) ? stopped : terms;
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  // A text of nothing but stop words is still found by them.
  return terms.size > 0 ? terms : stopped;
}

function* allTerms(text: string): Generator<string> {
  // Most texts are plain English, for which the patterns of one alphabet are several times faster.
  if (ASCII.test(text)) {
    for (const [joined] of text.replaceAll(CONTRACTED_ASCII, '').matchAll(JOINED_ASCII)) {
      yield* knownTerms(joined);
    }
    return;
  }
  const plain = plainText(text).replaceAll(CONTRACTED, '');
  for (const [joined] of plain.matchAll(JOINED)) yield* knownTerms(joined);
  for (const [picture] of plain.matchAll(PICTURE)) yield picture;
}

/** Words come again and again, and the terms of a word never change. */
const KNOWN = new Map<string, readonly string[]>();
const MAX_KNOWN = 10_000;
const LONGEST_KNOWN = 40;

function knownTerms(joined: string): Iterable<string> {
  if (joined.length > LONGEST_KNOWN) return termsOfJoined(joined);
  const known = KNOWN.get(joined);
  if (known) return known;
  const terms = [...termsOfJoined(joined)];
  if (KNOWN.size >= MAX_KNOWN) KNOWN.clear();
  KNOWN.set(joined, terms);
  return terms;
}

function* termsOfJoined(joined: string): Generator<string> {
  const words = joined.match(WORDS) ?? [];
  if (words.length > 1 && isIdentifier(joined)) yield cut(folded(joined));
  if (words.length > 1) for (const word of words) yield* knownTerms(word);
  else for (const word of words) yield* termsOfSingle(word);
}

function termsOfSingle(word: string): Iterable<string> {
  return UNSPACED.test(word) ? termsOfUnspaced(word) : termsOfWord(word);
}

/** Words that are only hyphenated or end a sentence are no identifiers. */
function isIdentifier(joined: string): boolean {
  return /[\p{N}_/\\:#@]|->|\p{Ll}\.\p{Ll}|\p{Ll}\p{Lu}/u.test(joined);
}

function* termsOfWord(word: string): Generator<string> {
  const whole = folded(word);
  if (HEX.test(whole)) {
    yield cut(whole);
    if (whole.length > SHORT_HASH) yield whole.slice(0, SHORT_HASH);
    return;
  }
  yield stem(cut(whole));
  const parts = word.match(HUMPS) ?? [];
  if (parts.length < 2) return;
  for (const part of parts) {
    const term = folded(part);
    // Single letters and digits inside of a word say nothing.
    if (term.length > 1) yield stem(cut(term));
  }
}

/** Runs of such a script as pairs, what stands between them as words. */
function* termsOfUnspaced(word: string): Generator<string> {
  let run: string[] = [];
  let other = '';
  for (const char of [...word, '']) {
    const isUnspaced = char !== '' && UNSPACED.test(char);
    if (!isUnspaced && run.length > 0) {
      yield* pairsOf(run);
      run = [];
    }
    if (isUnspaced && other !== '') {
      yield* termsOfWord(other);
      other = '';
    }
    if (isUnspaced) run.push(char);
    else other += char;
  }
  if (other !== '') yield* termsOfWord(other);
}

function* pairsOf(run: readonly string[]): Generator<string> {
  if (run.length === 1) yield run.join('');
  for (let at = 0; at + 1 < run.length; at++) yield `${run[at]}${run[at + 1]}`;
}

/** Lower case, without accents; ß is ss, as in capitals. */
export function folded(word: string): string {
  const lower = word.toLowerCase().replaceAll('ß', 'ss');
  const parts = lower.normalize('NFD');
  if (!MARKED.test(parts)) return lower;
  return parts.replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1');
}

/** The term of a plain word, as `termsOf` makes it. */
export function stem(term: string): string {
  if (!PLAIN.test(term) || STOP_WORDS.has(term)) return term;
  const stemmed = stemmer(IRREGULAR.get(term) ?? term);
  // Such as "on" of "one", which would be passed over.
  return STOP_WORDS.has(stemmed) ? term : stemmed;
}

function cut(term: string): string {
  return term.length <= LONGEST_TERM ? term : [...term].slice(0, LONGEST_TERM).join('');
}
