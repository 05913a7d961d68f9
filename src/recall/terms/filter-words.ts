/**
 * The words of a filter: a list that is narrowed by a text shows what has all of its words. Unlike
 * a search it guesses nothing and leaves nothing out, and `fitsFilter` says the same of one text as
 * the index does of all. What the index has no words for is compared as it was typed.
 */

import { stemsFrom } from './begun-words.ts';
import { hasLiteral, literalOf, signedWords } from './literal-text.ts';
import { termsOfShown } from './shown-text.ts';
import { folded, isStopWord, plainText, termsOf, UNSPACED } from './tokens.ts';

/** Shorter beginnings would stand for too many words. */
const SHORTEST_BEGINNING = 3;
/** More words than anybody narrows a list by. */
const MAX_WORDS = 48;

/** A text has a word if it has one of the terms, or one that begins so, or all of the parts. */
export interface FilterWord {
  readonly terms: readonly string[];
  readonly beginning: string | undefined;
  /** Of an identifier, such as `get`, `user` and `id` of `getUserId`. */
  readonly parts: readonly string[];
}

export interface TextFilter {
  readonly words: readonly FilterWord[];
  /** What a text must contain as it was typed, apart from case, accents and white space. */
  readonly literals: readonly string[];
}

/** Stop words and signs alone are one literal; beside other words only signed words are literals. */
export function readFilter(text: string): TextFilter {
  const words = filterWords(text);
  if (areTelling(words)) return { words, literals: signedWords(text) };
  const whole = literalOf(text);
  return { words: [], literals: whole === '' ? [] : [whole] };
}

/** `text`: without secrets, as the index has it. */
export function fitsFilter(text: string, { words, literals }: TextFilter): boolean {
  if (words.length === 0 && literals.length === 0) return false;
  return hasWords(text, words) && hasLiterals(text, literals);
}

/** `text`: without secrets. */
export function hasLiterals(text: string, literals: readonly string[]): boolean {
  if (literals.length === 0) return true;
  const compared = literalOf(text);
  return literals.every((literal) => hasLiteral(compared, literal));
}

const WORD = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu;
const NUMBER = /^\p{N}+$/u;

/** Signs between words are passed over, and so are words that say nothing, if there are others. */
export function filterWords(text: string): readonly FilterWord[] {
  const plain = plainText(text.toWellFormed());
  const telling = termsOf(plain);
  const distinct = new Map<string, FilterWord>();
  for (const word of new Set(plain.match(WORD) ?? [])) {
    if (distinct.size >= MAX_WORDS) break;
    const terms = [...termsOf(word).keys()].filter((term) => telling.has(term));
    const read = terms.length === 0 ? [] : readWord(word, terms);
    for (const each of read) distinct.set(JSON.stringify(each), each);
  }
  return [...distinct.values()].slice(0, MAX_WORDS);
}

function readWord(word: string, terms: readonly string[]): readonly FilterWord[] {
  if (UNSPACED.test(word)) return terms.map(readPair);
  const [whole = '', ...parts] = terms;
  const begun = folded(word);
  const isShort = [...begun].length < SHORTEST_BEGINNING;
  if (isShort || NUMBER.test(begun) || isStopWord(begun)) {
    return [{ terms: [whole], beginning: undefined, parts }];
  }
  return [{ terms: [...new Set([whole, ...stemsFrom(begun)])], beginning: begun, parts }];
}

/** A single character begins the pairs that it is the first of. */
function readPair(term: string): FilterWord {
  const isAlone = [...term].length === 1;
  return { terms: [term], beginning: isAlone ? term : undefined, parts: [] };
}

/** Whether the index has these words, of texts that have others too. */
export function areTelling(words: readonly FilterWord[]): boolean {
  return words.some(({ terms }) => !terms.every(isStopWord));
}

/** `text`: without secrets, as the index has it. */
export function hasWords(text: string, words: readonly FilterWord[]): boolean {
  const terms = termsOfShown(text.toWellFormed());
  return words.every(({ terms: any, beginning, parts }) => {
    if (any.some((term) => terms.has(term))) return true;
    if (parts.length > 0 && parts.every((part) => terms.has(part))) return true;
    if (beginning === undefined) return false;
    return [...terms.keys()].some((term) => term.startsWith(beginning));
  });
}
