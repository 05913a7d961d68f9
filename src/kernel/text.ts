/** Checks of text (one line, storable), and its cleaning for lines and terminals. */

import type { Json } from './json.ts';

/** Line breaks of every kind count as control characters, since a name is one line. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * Invisible characters that change the direction of writing. A title with one can show a reader
 * other words than it has, and can affect the rest of the line.
 */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Tag characters spell words that nobody sees and a model may read. */
const TAG_CHARACTER = /[\u{e0000}-\u{e007f}]/u;

/** The flags of England, Scotland and Wales: the only emoji that have tag characters. */
const TAG_FLAG = `\\u{1f3f4}(?:${['gbeng', 'gbsct', 'gbwls']
  .map((region) => [...region].map((each) => `\\u{e00${hex(each, 2)}}`).join(''))
  .join('|')})\\u{e007f}`;

/** What a joiner joins: letters and marks of other scripts, and emoji. */
const JOINED =
  '[[\\p{L}\\p{M}\\p{Emoji_Modifier}\\p{Extended_Pictographic}]--[\\x00-\\x7f\\p{DI}]]';
const JOINER = `(?<=${JOINED}|\\p{Extended_Pictographic}\\ufe0f)[\\u200c\\u200d](?=${JOINED})`;

/** One variation selector behind a character that has variants; more would carry hidden bytes. */
const VARIANT =
  '(?<=[[\\p{N}\\p{S}\\p{P}\\p{Extended_Pictographic}]--\\p{DI}])[\\ufe00-\\ufe0f]|' +
  '(?<=\\p{Ideographic})[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]';

/**
 * Everything that is not simply seen: `kept` as part of a visible sequence, a `gap` that ends a
 * line somewhere, a `control` that may speak to a terminal; the rest takes no room at all.
 */
const UNSEEN = new RegExp(
  [
    `(?<kept>${TAG_FLAG}|${JOINER}|${VARIANT})`,
    '(?<gap>[\\t-\\r\\x1c-\\x1f\\x85\\u2028\\u2029]+)',
    '(?<control>[\\x00-\\x1f\\x7f-\\x9f\\p{Cs}])',
    '[\\p{DI}\\ufff9-\\ufffb]',
  ].join('|'),
  'gv',
);

const REPLACEMENT = '\ufffd';

interface Unseen {
  readonly kept?: string;
  readonly gap?: string;
  readonly control?: string;
}

function replaceUnseen(text: string, replace: (found: string, kind: Unseen) => string): string {
  return text.replace(UNSEEN, (found: string, ...rest: unknown[]) => {
    const kind = rest.at(-1) as Unseen;
    return kind.kept === undefined ? replace(found, kind) : found;
  });
}

/**
 * A text as one line that shows all it holds: breaks become a space, control characters a mark,
 * and what is invisible goes. Secrets must be looked for afterwards, too: an invisible character
 * can stand inside one.
 */
export function cleanLine(text: string): string {
  const clean = replaceUnseen(text, (_found, { gap, control }) => {
    if (gap !== undefined) return '\n';
    return control === undefined ? '' : REPLACEMENT;
  });
  const [first = '', ...more] = clean.split('\n');
  return more.length === 0
    ? first
    : [first.trimEnd(), ...more.map((each) => each.trim())].join(' ');
}

/** The same for several lines, of a text whose line breaks are meant. */
export function cleanLines(text: string): string {
  return replaceUnseen(text, (_found, { gap, control }) => {
    if (gap !== undefined) return gap.replaceAll('\r\n', '\n').replace(/[^\n\t]/g, ' ');
    return control === undefined ? '' : REPLACEMENT;
  });
}

/** The same characters as escapes, in JSON, which stays equal. Breaks between texts stay. */
export function escapeUnseen(json: string): string {
  return replaceUnseen(json, (found) =>
    found
      .split('')
      .map((unit) => (unit === '\n' ? unit : `\\u${hex(unit, 4)}`))
      .join(''),
  );
}

function hex(char: string, digits: number): string {
  return char.charCodeAt(0).toString(16).padStart(digits, '0');
}

export function isOneLine(text: string): boolean {
  if (CONTROL.test(text) || text.search(DIRECTION_MARKS) >= 0) return false;
  return (
    !TAG_CHARACTER.test(text) || !TAG_CHARACTER.test(text.replace(new RegExp(TAG_FLAG, 'gv'), ''))
  );
}

/** For titles that are made of longer texts, which may contain such characters. */
export function withoutDirectionMarks(line: string): string {
  return line.replace(DIRECTION_MARKS, '');
}

/** Whether every engine and client can carry the text: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** A count with its noun: `1 session`, `2 sessions`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The parts that say something, each on its own line. */
export function joined(parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part != null && part !== '').join('\n');
}

/** A text or a number as text; empty for any other value. */
export function plainText(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * The text without the characters at its end that `mark` matches one by one. A pattern such as
 * `/[.]+$/` would try every run of them in the text, and takes quadratic time for a long run.
 */
export function withoutEnd(text: string, mark: RegExp): string {
  let end = text.length;
  while (end > 0 && mark.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** No script puts more marks on a letter, and ordering many of them takes quadratic time. */
const MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/** Two Arabic ligatures that stand for whole phrases: normalised, a text of them grows 18 times. */
const PHRASES = /[\ufdfa\ufdfb]/g;

/** A text that can be normalised quickly: at most 30 marks on a letter, and no signs for phrases. */
export function withFewMarks(text: string): string {
  return text.replaceAll(MANY_MARKS, '$1').replaceAll(PHRASES, ' ');
}
