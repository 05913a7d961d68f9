/** A list as one argument of a statement, which so stays prepared however long the list is. */

import { type RawBuilder, sql as raw } from 'kysely';
import { dialectOf } from './connection-dialect.ts';
import type { Sql } from './engine.ts';

/** As `listed` wrote it. */
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
  return raw`(select each::${raw.raw(type)} as value
    from json_array_elements_text(${list}::json) as each)`;
}
