/** Cursors as texts: opaque to the reader, and refused where they belong to another question. */

import { type Digest, digestOf } from '../../kernel/digest.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';

const CHECK_LENGTH = 8;

/** `question`: what the pages belong to; a cursor of one is no cursor of another. */
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
  return refuse('INVALID_INPUT', 'cursor: not a next_cursor of this question', {
    recovery: 'Repeat the call that gave it, with the same filter and sort, or leave it out.',
    details: { field: 'cursor' },
  });
}
