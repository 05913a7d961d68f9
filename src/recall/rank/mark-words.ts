/** Marks the words of a query in the passage of a hit, for people. */

import { termsOf } from '../terms/tokens.ts';
import { mistypedAs, type ReadQuery, readQuery } from './query-words.ts';

export interface Marked {
  readonly text: string;
  readonly isMatch: boolean;
}

const WORD = /[\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060]+/gu;
/** From here on the beginning of a word finds the word. */
const SHORTEST_PREFIX = 3;

/** The parts of the text in their order: together they are the text. */
export function markWords(text: string, query: string): readonly Marked[] {
  const wanted = wantedTerms(text, query);
  if (wanted.size === 0) return text === '' ? [] : [{ text, isMatch: false }];
  const parts: { text: string; isMatch: boolean }[] = [];
  const add = (piece: string, isMatch: boolean) => {
    const last = parts.at(-1);
    if (piece === '') return;
    if (last?.isMatch === isMatch) last.text += piece;
    else parts.push({ text: piece, isMatch });
  };
  let done = 0;
  for (const word of text.matchAll(WORD)) {
    add(text.slice(done, word.index), false);
    for (const piece of piecesOf(word[0], wanted)) add(piece.text, piece.isMatch);
    done = word.index + word[0].length;
  }
  add(text.slice(done), false);
  return parts;
}

/** The terms of the text that stand for a word of the query. */
function wantedTerms(text: string, query: string): ReadonlySet<string> {
  const { words, prefixes } = readQuery(query);
  const own = new Set([...text.matchAll(WORD)].flatMap(([word]) => [...termsOf(word).keys()]));
  const beginning = (prefix: string) => [...own].filter((term) => term.startsWith(prefix));
  const wanted = new Set(prefixes.flatMap(beginning));
  for (const word of words) {
    const terms = own.has(word.term) ? [word.term] : standIns(word, own, beginning);
    for (const term of terms) wanted.add(term);
  }
  return wanted;
}

/** A word that is not in the text was found by one that begins with it, or is spelled alike. */
function standIns(
  { term, written }: ReadQuery['words'][number],
  own: ReadonlySet<string>,
  beginning: (prefix: string) => readonly string[],
): readonly string[] {
  const longer = [...term].length < SHORTEST_PREFIX ? [] : beginning(term);
  return longer.length > 0 ? longer : mistypedAs(term, written).filter((each) => own.has(each));
}

/** A word as a whole; of a script without spaces, the pairs of characters that were asked for. */
function piecesOf(word: string, wanted: ReadonlySet<string>): readonly Marked[] {
  const terms = [...termsOf(word).keys()];
  if (!terms.some((term) => wanted.has(term))) return [{ text: word, isMatch: false }];
  const characters = [...word];
  const isPairs = terms.every((term) => [...term].length === 2 && word.includes(term));
  if (!isPairs) return [{ text: word, isMatch: true }];
  const isWanted = (at: number) => wanted.has(characters.slice(at, at + 2).join(''));
  return characters.map((text, at) => ({ text, isMatch: isWanted(at - 1) || isWanted(at) }));
}
