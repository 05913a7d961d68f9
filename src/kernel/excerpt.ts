/**
 * Texts that are shortened or joined for a reader. Secrets are replaced first: half of one, or one
 * whose line was joined to the next, is no longer known as a secret.
 *
 * Trims of a budget use `shortenText`, because they get answers that were redacted as a whole.
 */

import { redactText } from './redaction.ts';
import { cleanLine } from './text.ts';
import { shortenText } from './trims.ts';

/** At most `bytes`, with an ellipsis if something is missing. */
export function excerpt(text: string, bytes: number): string {
  return shortenText(redactText(text), bytes);
}

/** As one line. */
export function lineOf(text: string): string {
  return printedLine(text).replaceAll(/\s+/g, ' ').trim();
}

/** A line as it is printed: without secrets, also if an invisible character stood in one. */
export function printedLine(text: string): string {
  const shown = redactText(text);
  const clean = cleanLine(shown);
  return clean === shown ? clean : redactText(clean);
}

export function lineExcerpt(text: string, bytes: number): string {
  return shortenText(lineOf(text), bytes);
}

/** The first characters, whole ones, with a mark behind them if something is missing. */
export function firstCharacters(text: string, most: number, mark = '…'): string {
  const clean = redactText(text.toWellFormed());
  if (clean.length <= most) return clean;
  const characters = [...clean];
  return characters.length <= most ? clean : `${characters.slice(0, most).join('')}${mark}`;
}

/** How many characters of a name of unknown origin are shown. */
const NAME_SHOWN = 80;

/** A name of unknown origin in quotes, as an error repeats it. */
export function quotedName(name: string, most = NAME_SHOWN): string {
  return JSON.stringify(firstCharacters(name, most, ''));
}
