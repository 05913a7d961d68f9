/** The call that searches for the words of a text. */

import { firstCharacters } from '../../kernel/excerpt.ts';
import { type Suggestion, suggestCall } from '../../kernel/suggestion.ts';

const MAX_CHARACTERS = 120;

/** Undefined if the text has no words: a search for nothing shows whatever is newest. */
export function wordSearch(text: string, reason: string): Suggestion | undefined {
  const words = firstCharacters(text, MAX_CHARACTERS, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(words) ? suggestCall('recall', { query: words }, reason) : undefined;
}

/** Without words the way back is proposed instead. */
export function searchCall(text: string, reason: string): Suggestion {
  return wordSearch(text, reason) ?? suggestCall('status', {}, 'See where the work stands');
}
