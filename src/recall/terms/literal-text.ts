/**
 * Texts as they were typed. The index has neither signs nor, beside other words, stop words; a
 * filter of those compares the text itself.
 */

import { REDACTED } from '../../kernel/redaction.ts';
import { folded, plainText, UNSPACED } from './tokens.ts';

/** Signs that change what a word means, as in `100%`, `C++` or `#12`; others only separate words. */
const TELLING_SIGN = /[\p{Sm}\p{Sc}%‰#&@^]/u;
const WORD_SIGN = /[\p{L}\p{N}\p{M}]/u;
/** Other signs around a word, such as quotes and commas. */
const AROUND = /^[^\p{L}\p{N}\p{M}\p{Sm}\p{Sc}%‰#&@^]+|[^\p{L}\p{N}\p{M}\p{Sm}\p{Sc}%‰#&@^]+$/gu;
/** Nobody can type it, so that no literal reaches across a secret. */
const GAP = '\0';

/** Without differences of case, accents, forms of apostrophes and white space. */
export function literalOf(text: string): string {
  const plain = plainText(text.toWellFormed().replaceAll(REDACTED, GAP));
  return folded(plain).replaceAll('’', "'").replace(/\s+/g, ' ').trim();
}

/** The words of a filter that have a telling sign. */
export function signedWords(text: string): readonly string[] {
  const typed = literalOf(text).split(' ');
  const bare = typed.map((word) => word.replace(AROUND, ''));
  return bare.filter((word) => TELLING_SIGN.test(word) && WORD_SIGN.test(word));
}

/** `compared`: from `literalOf`. A literal that begins or ends with a word has it whole. */
export function hasLiteral(compared: string, literal: string): boolean {
  return placeOfLiteral(compared, literal) >= 0;
}

/** Where the literal begins; -1 if it does not occur. */
export function placeOfLiteral(compared: string, literal: string): number {
  for (let at = compared.indexOf(literal); at >= 0; at = compared.indexOf(literal, at + 1)) {
    const end = at + literal.length;
    const isWhole =
      !isInsideWord(compared.slice(Math.max(0, at - 2), at), literal) &&
      !isInsideWord(literal.slice(-2), compared.slice(end, end + 2));
    if (isWhole) return at;
  }
  return -1;
}

/** Whether a word goes on from the end of one text to the beginning of the next. */
function isInsideWord(before: string, after: string): boolean {
  return isOfWord(before.match(/.$/su)?.[0]) && isOfWord(after.match(/^./su)?.[0]);
}

function isOfWord(char: string | undefined): boolean {
  return char !== undefined && WORD_SIGN.test(char) && !UNSPACED.test(char);
}
