/** Finds places of an answer that say that there is more, without saying how to get there. */

import { isJsonObject, type Json } from '../../src/kernel/json.ts';

const WAYS = ['next_cursor', 'evidence_next_cursor', 'next_since', 'nextOffset', 'cursor'];

/** The paths of such places. */
export function deadEnds(value: Json | undefined, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([name, each]) =>
    deadEnds(each as Json, `${path}.${name}`),
  );
  if (!isJsonObject(value)) return inside;
  const saysMore = Object.entries(value).some(
    ([name, each]) => each === true && /(^|_)has_?more$/i.test(name),
  );
  const leadsOn = WAYS.some((way) => value[way] !== undefined && value[way] !== null);
  return saysMore && !leadsOn ? [path, ...inside] : inside;
}
