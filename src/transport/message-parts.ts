/**
 * Counts the parts of a message before it is parsed.
 *
 * A limit of bytes is not enough: six megabytes of short names are half a million values, and
 * parsing and checking them takes seconds in which no other client is served. Counting takes
 * milliseconds.
 */

import { LIMITS } from '../kernel/limits.ts';
import type { Id } from './parse-message.ts';

/**
 * Well above what a call may hold, so that a call that is a little too large is answered by its
 * tool.
 */
export const MAX_PARTS = 2 * LIMITS.values;
/** With more levels, even serializing the message again would exhaust the stack. */
export const MAX_LEVELS = 1_000;

/** The longest id that is returned with a refusal, in bytes. */
const MAX_ID = 256;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const SPACE = 0x20;
const [OPEN_BRACKET, OPEN_BRACE] = [0x5b, 0x7b];
const [CLOSE_BRACKET, CLOSE_BRACE] = [0x5d, 0x7d];

export interface TooManyParts {
  readonly fault: string;
  /** Read from the bytes of the message, since the message is never parsed. */
  readonly id: Id | null;
}

/** What is too much about a message, if anything. It need not be valid JSON. */
export function tooManyParts(bytes: Uint8Array): TooManyParts | undefined {
  let parts = 1;
  let level = 0;
  let deepest = 0;
  let idAt: number | undefined;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = endOfText(bytes, at);
      if (level === 1) idAt ??= afterIdName(bytes, at, end);
      at = end;
    } else if (byte === COMMA) parts += 1;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      parts += 1;
      level += 1;
      if (level > deepest) deepest = level;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) level -= 1;
  }
  const fault = faultOf(parts, deepest);
  return fault === undefined ? undefined : { fault, id: idIn(bytes, idAt) };
}

function faultOf(parts: number, deepest: number): string | undefined {
  if (parts > MAX_PARTS) return `a message has at most ${MAX_PARTS} values`;
  if (deepest > MAX_LEVELS) return `a message is nested at most ${MAX_LEVELS} levels`;
  return undefined;
}

/** The position of the quote that ends a text; the end of all bytes if there is none. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** The start of the value of `"id":`, if that name is at this position. */
function afterIdName(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end - start !== 3 || bytes[start + 1] !== 0x69 || bytes[start + 2] !== 0x64) return undefined;
  let at = end + 1;
  while ((bytes[at] ?? COLON) <= SPACE) at += 1;
  return bytes[at] === COLON ? at + 1 : undefined;
}

function idIn(bytes: Uint8Array, at: number | undefined): Id | null {
  if (at === undefined) return null;
  const text = Buffer.from(bytes.subarray(at, at + MAX_ID)).toString('utf8');
  const [, found] = /^\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*[,}]/.exec(text) ?? [];
  if (found === undefined) return null;
  try {
    return JSON.parse(found) as Id;
  } catch {
    return null;
  }
}
