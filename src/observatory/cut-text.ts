/** Texts for rows: cut at whole characters, and values as indented JSON. */

import type { Json } from '../kernel/json.ts';
import { redact } from '../kernel/redaction.ts';

/** Texts in the rows of lists are cut to this many bytes. */
export const LIST_BYTES = 300;

export interface CutText {
  readonly text: string;
  /** Whether something was cut off. */
  readonly more?: true;
}

export function cutText(text: string, bytes = LIST_BYTES): CutText {
  // No text of so few characters can be too long, and most are.
  if (text.length * 3 <= bytes) return { text };
  let left = bytes;
  let end = 0;
  for (const letter of text) {
    left -= bytesOf(letter.codePointAt(0) ?? 0);
    if (left < 0) return { text: text.slice(0, end), more: true };
    end += letter.length;
  }
  return { text };
}

/** Redacted here, by the names of its fields: in a text they are no longer names. */
export function jsonText(value: Json): string {
  return JSON.stringify(redact(value), undefined, 2);
}

function bytesOf(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
