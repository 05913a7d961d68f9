/** Cursors as opaque texts, which are refused if they belong to another query. */

import { type Digest, digestOf } from '../../kernel/digest.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';

const CHECK_LENGTH = 8;

/** `question`: the query of the pages. A cursor is valid for its own query only. */
export function writeCursor(question: string, place: readonly number[], digest: Digest): string {
  const body = Buffer.from(JSON.stringify(place)).toString('base64url');
  return `${body}.${checkOf(question, body, digest)}`;
}

export function readCursor(
  question: string,
  cursor: string,
  digest: Digest,
): readonly number[] | Refusal {
  const [body = '', check = '', ...more] = cursor.split('.');
  if (more.length > 0 || check !== checkOf(question, body, digest)) return invalid();
  const place: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
  const isPlace = Array.isArray(place) && place.every((each) => typeof each === 'number');
  return isPlace ? (place as readonly number[]) : invalid();
}

function checkOf(question: string, body: string, digest: Digest): string {
  return digestOf(digest, `${body} ${question}`).slice(0, CHECK_LENGTH);
}

function invalid(): Refusal {
  return refuse('INVALID_INPUT', 'cursor: not a next_cursor of this query', {
    recovery: 'Repeat the call that returned it, with the same filter and sort, or leave it out.',
    details: { field: 'cursor' },
  });
}
