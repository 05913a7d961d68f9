/** How the page says what a thought says: markers as words, and texts that fit into a list. */

import { type Marker, parseCipher } from '../../../domain/thoughts/cipher.ts';
import type { NamedStep } from '../../../domain/thoughts/cipher-cards.ts';
import { redactText } from '../../../kernel/redaction.ts';
import { cutText } from '../../cut-text.ts';

/** Shorter than the names of the contract, and read as the beginning of a sentence. */
export const MARK_WORDS: Readonly<Record<Marker, string>> = {
  O: 'saw',
  Q: 'asks',
  H: 'guess',
  A: 'assumes',
  E: 'proof',
  C: 'therefore',
  X: 'rejects',
  P: 'plan',
  R: 'revises',
};

/** More words do not fit on a card. */
const MAX_MARKS = 4;

/** The markers of a thought, in the order of their first use. */
export function marksOf(steps: readonly Pick<NamedStep, 'marker'>[]): readonly string[] {
  return [...new Set(steps.map(({ marker }) => MARK_WORDS[marker]))].slice(0, MAX_MARKS);
}

/** What a list shows of a text; `more` if there is more. */
export interface Excerpt {
  readonly text: string;
  readonly more?: true;
}

export function excerptOf(text: string, bytes: number): Excerpt {
  const { text: beginning, more } = cutText(text, bytes);
  return more ? { text: `${beginning}…`, more } : { text: beginning };
}

/**
 * The beginning of a thought as prose: the labels, markers and references before its steps are left
 * out, since a card shows them otherwise.
 */
export function thoughtExcerpt(
  thought: string,
  hasSteps: boolean,
  bytes: number = LIST_BYTES,
): Excerpt {
  // Some text is removed, so that more than the excerpt has to be looked at.
  const whole = redactText(thought);
  const beginning = whole.slice(0, 4 * bytes);
  const lines = beginning.split(/\r\n|[\n\r]/);
  const said = hasSteps ? lines.map((line) => parseCipher(line)[0]?.content ?? line) : lines;
  const excerpt = excerptOf(said.join('\n').trim(), bytes);
  return beginning === whole ? excerpt : { ...excerpt, more: true };
}

export const LIST_BYTES = 300;
