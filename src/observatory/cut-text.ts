/** Texts for rows: redacted, cut at whole characters, and values as indented JSON. */

import { type Json, utf8Length, utf8Prefix } from '../kernel/json.ts';
import { redact, redactText } from '../kernel/redaction.ts';

/** Texts in the rows of lists are cut to this many bytes. */
export const LIST_BYTES = 300;

/** A type, because rows are JSON. */
export type CutText = {
  readonly text: string;
  /** Whether there is more of it. */
  readonly more?: true;
};

/** Redacts first: half of a secret would no longer look like one. */
export function cutText(whole: string, bytes = LIST_BYTES): CutText {
  const safe = redactText(whole);
  if (utf8Length(safe) <= bytes) return { text: safe };
  return { text: utf8Prefix(safe, bytes), more: true };
}

/** Redacted here, by the names of its fields: in a text they are no longer names. */
export function jsonText(value: Json): string {
  return JSON.stringify(redact(value), undefined, 2);
}
