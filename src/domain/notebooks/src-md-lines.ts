/**
 * The lines of a `.src.md` file: headings, fences and markers. Writing and reading share them, so
 * that text is marked exactly where reading would take it for something else.
 */

/** Every marker begins a line with this. */
export const MARKER = '<!-- waymark:';
export const SPLIT = `${MARKER}split -->`;

/** The text of one line, without its end, and where the next one begins. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

export function lineAt(text: string, start: number): Line {
  const found = text.indexOf('\n', start);
  const end = found < 0 ? text.length : found;
  return { start, end, next: found < 0 ? text.length : found + 1 };
}

export function countLineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) {
    count++;
  }
  return count;
}

function isSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\t' || char === '\r';
}

/** Behind the spaces at the beginning. */
function skipSpaces(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(text[at])) at++;
  return at;
}

/** Before the spaces at the end. */
function dropSpaces(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && isSpace(text[at - 1])) at--;
  return at;
}

export function isBlank(text: string, { start, end }: Line): boolean {
  return skipSpaces(text, start, end) === end;
}

/** Where a line begins that Markdown does not take for indented code, else undefined. */
function markAt(text: string, { start, end }: Line): number | undefined {
  let at = start;
  while (at < end && text[at] === ' ') at++;
  return at - start <= 3 ? at : undefined;
}

function runOf(char: string, text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text[at] === char) at++;
  return at - from;
}

export interface Heading {
  readonly level: number;
  readonly text: string;
}

/** A heading of level 1 or 6, the two that begin a cell. */
export function headingOf(text: string, line: Line): Heading | undefined {
  const at = markAt(text, line);
  if (at === undefined || text[at] !== '#') return undefined;
  const level = runOf('#', text, at, line.end);
  const after = at + level;
  if ((level !== 1 && level !== 6) || (after < line.end && !isSpace(text[after]))) return undefined;
  return { level, text: headingText(text, after, line.end) };
}

/** Markdown does not show a row of # that closes the heading, so it is no part of the text. */
function headingText(text: string, from: number, to: number): string {
  const start = skipSpaces(text, from, to);
  const end = dropSpaces(text, start, to);
  let hashes = end;
  while (hashes > start && text[hashes - 1] === '#') hashes--;
  if (hashes === end || (hashes > start && !isSpace(text[hashes - 1]))) {
    return text.slice(start, end);
  }
  return text.slice(start, dropSpaces(text, start, hashes));
}

export interface Fence {
  readonly char: '`' | '~';
  readonly length: number;
  /** What is written behind the opening fence: the language. */
  readonly info: string;
}

export function fenceOf(text: string, line: Line): Fence | undefined {
  const at = markAt(text, line);
  const char = at === undefined ? undefined : text[at];
  if (at === undefined || (char !== '`' && char !== '~')) return undefined;
  const length = runOf(char, text, at, line.end);
  if (length < 3) return undefined;
  const start = skipSpaces(text, at + length, line.end);
  const info = text.slice(start, dropSpaces(text, start, line.end));
  // Otherwise it is code within a line of text.
  return char === '`' && info.includes('`') ? undefined : { char, length, info };
}

export function closes(fence: Fence, text: string, line: Line): boolean {
  const found = fenceOf(text, line);
  return found?.char === fence.char && found.length >= fence.length && found.info === '';
}

/** The line that closes a fence, or undefined if none does. */
export function closingLine(fence: Fence, text: string, from: number): Line | undefined {
  for (let at = from; at < text.length; ) {
    const line = lineAt(text, at);
    if (closes(fence, text, line)) return line;
    at = line.next;
  }
  return undefined;
}

export function isMarker(text: string, { start }: Line): boolean {
  return text.startsWith(MARKER, start);
}

/** The marker without the spaces behind it. */
export function markerOf(text: string, { start, end }: Line): string {
  return text.slice(start, dropSpaces(text, start, end));
}

export interface MarkdownStretch {
  /** Behind the last line that is not blank. */
  readonly end: number;
  /** Where the next cell begins, or the end of the text. */
  readonly next: number;
  /** Where a fence begins that nothing closes. */
  readonly openFence?: number;
}

/** Markdown from `start` to the next heading of level 1 or 6 or marker outside a fence. */
export function markdownFrom(text: string, start: number): MarkdownStretch {
  let end = start;
  for (let at = start; at < text.length; ) {
    const line = lineAt(text, at);
    if (headingOf(text, line) || isMarker(text, line)) return { end, next: at };
    const fence = fenceOf(text, line);
    if (fence) {
      const closing = closingLine(fence, text, line.next);
      if (!closing) return { end: text.length, next: text.length, openFence: at };
      end = closing.end;
      at = closing.next;
      continue;
    }
    if (!isBlank(text, line)) end = line.end;
    at = line.next;
  }
  return { end, next: text.length };
}
