/** Passes long lists to statements: as one argument, or in chunks. */

import { type RawBuilder, sql as raw } from 'kysely';
import { dialectOf } from './connection-dialect.ts';
import type { Sql } from './engine.ts';

/** A list as one argument, so that a statement stays prepared whatever the length of the list. */
export type Listed = string & { readonly listed: true };

export function listed(values: readonly string[] | readonly number[]): Listed {
  return JSON.stringify(values) as Listed;
}

/** The values of a list, as rows with the one column `value`. */
export function rowsOf(
  sql: Sql,
  list: Listed,
  type: 'text' | 'bigint' = 'text',
): RawBuilder<{ value: string }> {
  if (dialectOf(sql).name === 'sqlite') return raw`(select value from json_each(${list}))`;
  // Texts of tables are ordered by their bytes: in another order their indexes would not be used.
  const cast = type === 'text' ? 'text collate "C"' : type;
  return raw`(select each::${raw.raw(cast)} as value
    from json_array_elements_text(${list}::json) as each)`;
}

/** How many names one statement takes: engines have limits, and a longer list gains nothing. */
const NAMES_AT_ONCE = 400;

export function chunksOf<Item>(items: readonly Item[], size = NAMES_AT_ONCE): Item[][] {
  const chunks: Item[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}

const SIZES = [128, 16, 8, 4, 3, 2, 1];

/** Splits into few different sizes, so that few statements are needed and they stay prepared. */
export function batchesOf<Item>(items: readonly Item[]): Item[][] {
  const batches: Item[][] = [];
  let at = 0;
  for (const size of SIZES) {
    for (; at + size <= items.length; at += size) batches.push(items.slice(at, at + size));
  }
  return batches;
}

/** The items by a key, in the order in which the keys occur first. */
export function groupsOf<Key, Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
