/** The call that searches for the words of a text. */

import { firstCharacters } from '../../../../kernel/excerpt.ts';
import { type Suggestion, suggestCall } from '../../../../kernel/suggestion.ts';

const MOST_CHARACTERS = 120;

/** Nothing is searched for if the text has no words; the way back is proposed instead. */
export function searchCall(text: string, reason: string): Suggestion {
  const words = firstCharacters(text, MOST_CHARACTERS, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return words === ''
    ? suggestCall('status', {}, reason)
    : suggestCall('recall', { query: words }, reason);
}
