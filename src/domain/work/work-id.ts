/**
 * Ids of work nodes: twelve lower-case letters and digits, beginning with a letter, easy to read
 * and type.
 */

import { type Digest, digestOf } from '../../kernel/digest.ts';

const LETTERS = 26n;
const DIGITS = 36n;
const LENGTH = 12;

/** Derived from an unguessable value, so that the id of one workspace never matches in another. */
export function workIdFrom(chance: string, digest: Digest): string {
  let rest = BigInt(`0x${digestOf(digest, chance)}`);
  const take = (base: bigint) => {
    const digit = rest % base;
    rest /= base;
    return digit;
  };
  const first = String.fromCharCode(97 + Number(take(LETTERS)));
  const others = Array.from({ length: LENGTH - 1 }, () => take(DIGITS).toString(36));
  return first + others.join('');
}

/** The name of a node outside its project: as the entity of events, and in the reasoning graph. */
export function workNodeId(id: string): string {
  return `work:${id}`;
}
