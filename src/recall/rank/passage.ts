/** The part of a text that fits a query best. */

import { termsOf } from '../terms/tokens.ts';

interface Size {
  /** Up to here a text is shown whole: cutting it would save little. */
  readonly whole: number;
  readonly most: number;
  readonly before: number;
}

const USUAL: Size = { whole: 320, most: 240, before: 40 };

/** A secret in it must have been replaced already: part of one would not be recognised. */
export function passage(text: string, terms: ReadonlySet<string>, size: Size = USUAL): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  if (characters.length <= size.whole) return line;
  const from = bestStart(line, terms, size.most - size.before);
  const start = Math.max(0, [...line.slice(0, from)].length - size.before);
  const first = Math.min(start, characters.length - size.most);
  const end = first + size.most;
  const shown = characters.slice(first, end).join('');
  return `${first === 0 ? '' : '…'}${shown}${end >= characters.length ? '' : '…'}`;
}

/** At most so many characters, the marks of what is missing included. */
export function shortPassage(text: string, terms: ReadonlySet<string>, most: number): string {
  return passage(text, terms, { whole: most, most: most - 2, before: Math.floor(most / 6) });
}

/** In characters. Words are compared up to here; behind it, terms are looked for as they are. */
const MAX_SEARCHED = 64_000;

/** Where the window begins that has most of the different terms; the first of several. */
function bestStart(line: string, terms: ReadonlySet<string>, width: number): number {
  const found: { at: number; term: string }[] = [];
  for (const word of line.slice(0, MAX_SEARCHED).matchAll(/\S+/g)) {
    for (const term of termsOf(word[0]).keys()) {
      if (terms.has(term)) found.push({ at: word.index, term });
    }
  }
  if (found.length === 0) return firstBehind(line, terms);
  let best = { at: 0, count: 0 };
  for (const [index, { at }] of found.entries()) {
    const within = new Set<string>();
    for (let next = index; next < found.length; next++) {
      const each = found[next];
      if (!each || each.at > at + width) break;
      within.add(each.term);
    }
    if (within.size > best.count) best = { at, count: within.size };
  }
  return best.at;
}

/** Where the first of the terms is in the rest of a long text. */
function firstBehind(line: string, terms: ReadonlySet<string>): number {
  if (line.length <= MAX_SEARCHED) return 0;
  const rest = line.slice(MAX_SEARCHED);
  const folded = rest.toLowerCase();
  // A letter that is longer in lower case would move all places behind it.
  if (folded.length !== rest.length) return 0;
  const places = [...terms].map((term) => folded.indexOf(term)).filter((at) => at >= 0);
  return places.length === 0 ? 0 : MAX_SEARCHED + Math.min(...places);
}
