/** Words of which only the beginning is known: somebody is still typing. */

import { IRREGULAR } from './irregular.ts';
import { LONGEST_TERM, stem } from './tokens.ts';

const PLAIN = /^[a-z]+$/;

/** The endings of English words, which their terms do not have. */
const ENDINGS = (
  'ational ations izations izing ized izer ings ed ers es ly ements ments fulness iveness ousness ' +
  'ives ally alities ivities bilities ability ably ances ences ency ancy ful ously isms ists ates ' +
  'ated ating ators atives icate icals ically ies ied'
).split(' ');

const REMAINDERS = [
  ...new Set(ENDINGS.flatMap((ending) => [...ending].map((_, at) => ending.slice(at)))),
];

const SHORTEST_STEM = 3;

/** The terms of longer words that begin so: `migrati` begins `migration`, whose term is shorter. */
export function stemsFrom(begun: string): readonly string[] {
  // No term is longer, so none could be found by it.
  if (!PLAIN.test(begun) || begun.length > LONGEST_TERM) return [];
  const irregular = [...IRREGULAR.keys()].filter((form) => form.startsWith(begun));
  const stems = [...REMAINDERS.map((rest) => begun + rest), ...irregular].map(stem);
  return [...new Set(stems)].filter(
    (each) => each.length >= SHORTEST_STEM && !each.startsWith(begun),
  );
}
