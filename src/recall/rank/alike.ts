/** Whether two texts say the same, by the terms they share. */

import { detailsOf } from '../../domain/rules/same-words.ts';
import { type Terms, termsOf } from '../terms/tokens.ts';

const SAME = 0.85;

/** Nearly the same words, in whatever order. One of them may still turn the meaning around. */
export function isAlike(a: Terms, b: Terms): boolean {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  if (few.size === 0 || few.size < many.size * SAME) return false;
  let shared = 0;
  for (const term of few.keys()) if (many.has(term)) shared++;
  return shared / (few.size + many.size - shared) >= SAME;
}

/** A text that is compared with several. A long one has no terms. */
export interface Compared {
  readonly text: string;
  readonly terms: Terms | undefined;
}

/** In characters. Each of 160 texts is compared with each other, so long texts are not by words. */
const LONGEST_COMPARED = 8_000;

export function compared(text: string): Compared {
  return { text, terms: text.length > LONGEST_COMPARED ? undefined : termsOf(text) };
}

/**
 * Nearly the same words, and the same numbers, names of code and negations. Long texts must be
 * equal.
 */
export function sayTheSame(a: Compared, b: Compared): boolean {
  if (!a.terms || !b.terms) return a.text === b.text;
  // Few texts are alike, so few are looked at closely.
  return isAlike(a.terms, b.terms) && detailsOf(a.text).join('\n') === detailsOf(b.text).join('\n');
}
