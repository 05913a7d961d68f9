/** The title of a session that was started without one: the first words of its first thought. */

import { redactText } from '../../kernel/redaction.ts';
import { withoutDirectionMarks } from '../../kernel/text.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import { parseCipher } from './cipher.ts';

const MAX_CHARACTERS = 80;
/** A sentence that is shorter, such as `Hmm.`, says too little. */
const LEAST_SENTENCE = 20;

/** The title until the first thought; the journal keeps it as the sign that none was given. */
export function provisionalTitle(startedMs: number): string {
  return `Reasoning session ${timestamp(startedMs)}`;
}

export function isUntitled({ title }: { readonly title: string }): boolean {
  return /^Reasoning session \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(title);
}

/**
 * Undefined if the thought has no words. Secrets are removed before the text is cut: a part of one
 * would not be recognised any more.
 */
export function titleFrom(thought: string): string | undefined {
  for (const line of redactText(thought).split(/[\r\n\u2028\u2029]/)) {
    const words = plainLine(line);
    if (/[\p{L}\p{N}]/u.test(words)) return shortened(firstSentence(words));
  }
  return undefined;
}

/** Without the notation of a step or of Markdown at its beginning, as one line. */
function plainLine(line: string): string {
  const content = parseCipher(line)[0]?.content ?? line;
  return withoutDirectionMarks(content)
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
    .replace(/^\s*(?:#{1,6}|[-*+>]|\d{1,3}[.)])\s+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function firstSentence(words: string): string {
  const end = words.slice(LEAST_SENTENCE).search(/[.!?](?=\s|$)|[。！？]/);
  if (end < 0) return words;
  const sentence = words.slice(0, LEAST_SENTENCE + end + 1);
  return sentence.replace(/[.。]$/, '');
}

function shortened(words: string): string {
  const characters = [...words];
  if (characters.length <= MAX_CHARACTERS) return words;
  const head = characters.slice(0, MAX_CHARACTERS - 1).join('');
  const space = head.lastIndexOf(' ');
  // Some languages are written without spaces.
  return `${space > MAX_CHARACTERS / 2 ? head.slice(0, space) : head}…`;
}
