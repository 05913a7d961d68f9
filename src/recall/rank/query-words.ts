/** Reads a query: any text, never a language of its own. Only a star behind a word has a meaning. */

import { folded, plainText, stem, termsOf, UNSPACED } from '../terms/tokens.ts';

/** More words than anybody asks with; a longer text counts with its first ones. */
const MAX_WORDS = 48;
/** No query needs more characters for so many words. */
const MAX_CHARACTERS = 8_000;

/** A word of a query, with the terms that stand for it in the index. */
export interface QueryWord {
  readonly word: string;
  readonly terms: readonly { readonly term: string; readonly weight: number }[];
  /** The term of the identifier that it is only a part of, such as `getuserbyid` of `user`. */
  readonly partOf?: string | undefined;
  /** Whether it is an identifier that is asked for by its parts too. */
  readonly isIdentifier?: boolean | undefined;
  /** It was not asked for: it adds to what other words find, and finds nothing itself. */
  readonly isAside?: boolean;
}

export interface AskedWord extends Pick<QueryWord, 'partOf' | 'isIdentifier'> {
  readonly term: string;
  readonly written: string;
}

export interface ReadQuery {
  /** Each term, with the word it was made of: a typing error may have misled the stemmer. */
  readonly words: readonly AskedWord[];
  /** Words that were given with a star: everything that begins with them. */
  readonly prefixes: readonly string[];
}

/** Bounded on both sides, so that a long run of letters is not tried from every one of them. */
const STARRED = /(?<![\p{L}\p{N}\p{M}_])([\p{L}\p{N}\p{M}_]{2,64})\*/gu;

export function readQuery(query: string): ReadQuery {
  const text = plainText([...query.slice(0, MAX_CHARACTERS)].join('').toWellFormed());
  const prefixes = [...text.matchAll(STARRED)].map(([, word = '']) => folded(word));
  const plain = text.replaceAll(STARRED, ' ');
  const written = new Map(
    (plain.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).flatMap((word) =>
      [...termsOf(word).keys()].map((term) => [term, word] as const),
    ),
  );
  const roleOf = rolesIn(plain);
  const words = [...termsOf(plain).keys()]
    .slice(0, MAX_WORDS)
    .map((term): AskedWord => ({ term, written: written.get(term) ?? term, ...roleOf(term) }));
  return { words, prefixes: [...new Set(prefixes)].slice(0, MAX_WORDS) };
}

const TOKEN = /[\p{L}\p{N}\p{M}_]+(?:(?:[-./:#@\\]|::|->)[\p{L}\p{N}\p{M}_]+)*/gu;
const LONGEST_IDENTIFIER = 64;

/** Which terms of a query are identifiers, and which are only parts of one. */
function rolesIn(text: string): (term: string) => Pick<AskedWord, 'partOf' | 'isIdentifier'> {
  const wholes = new Set<string>();
  const partOf = new Map<string, string>();
  const others = new Set<string>();
  for (const [token] of text.matchAll(TOKEN)) {
    const terms = [...termsOf(token).keys()];
    const [whole = '', ...parts] = terms;
    const isOne = !isCompound(token) || whole === folded(token).slice(0, LONGEST_IDENTIFIER);
    if (parts.length === 0 || !isOne || UNSPACED.test(token)) {
      for (const term of terms) others.add(term);
      continue;
    }
    wholes.add(whole);
    for (const part of parts) partOf.set(part, whole);
  }
  return (term) => {
    if (wholes.has(term)) return { isIdentifier: true };
    return others.has(term) ? {} : { partOf: partOf.get(term) };
  };
}

/** A part of an identifier that is also asked for by its parts. */
export function isCompound(term: string): boolean {
  return /[^\p{L}\p{N}\p{M}]/u.test(term);
}

const LATIN = 'abcdefghijklmnopqrstuvwxyz0123456789';
const CYRILLIC = 'абвгдежзийклмнопрстуфхцчшщъыьэюя';
const GREEK = 'αβγδεζηθικλμνξοπρστυφχψω';

/** Shorter words have too many others beside them, longer ones too many places for an error. */
const SHORTEST = 4;
const LONGEST = 24;

/** Every word that differs from this one by one letter: wrong, missing, too many, or exchanged. */
function oneEditAway(term: string): readonly string[] {
  const letters = [...term];
  if (letters.length < SHORTEST || letters.length > LONGEST) return [];
  const alphabet = /\p{Script=Cyrillic}/u.test(term)
    ? CYRILLIC
    : /\p{Script=Greek}/u.test(term)
      ? GREEK
      : LATIN;
  const found = new Set<string>();
  const add = (...parts: readonly (readonly string[])[]) => found.add(parts.flat().join(''));
  for (let at = 0; at <= letters.length; at++) {
    const [before, after] = [letters.slice(0, at), letters.slice(at)];
    const [first, second, ...rest] = after;
    if (first !== undefined) add(before, after.slice(1));
    if (first !== undefined && second !== undefined) add(before, [second, first], rest);
    for (const letter of alphabet) {
      add(before, [letter], after);
      if (first !== undefined) add(before, [letter], after.slice(1));
    }
  }
  found.delete(term);
  return [...found].sort();
}

/** The terms of which a word, or the term it was taken for, may be a mistyped form. */
export function mistypedAs(term: string, written: string): readonly string[] {
  const words = term === written ? [] : oneEditAway(written).map(stem);
  return [...new Set([...oneEditAway(term), ...words])].filter((each) => each !== term).sort();
}

/** A name begins where no letter stands before it: a long word is not tried from each of its own. */
const FILE = /(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]+(?:(?:\/[\p{L}\p{N}_.-]+)+|\.[a-z]{1,5}\b)/gu;
const MAX_FILES = 6;

/** The files that a text names, as terms. */
export function filesIn(text: string): readonly string[] {
  const names = (text.match(FILE) ?? []).flatMap((name) => [...termsOf(name).keys()]);
  return [...new Set(names.filter(isCompound))].slice(0, MAX_FILES);
}
