/** Cuts the texts of rows, so that a list stays small however long the texts are. */

import { utf8Length, utf8Prefix } from '../../kernel/json.ts';
import { redactText } from '../../kernel/redaction.ts';

/** Bytes of a text in a list. */
const LIST_BYTES = 300;

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
