/**
 * Inserts many rows with few statements; building those with Kysely would cost more than running
 * them.
 */

import { CompiledQuery } from 'kysely';
import { batchesOf } from './chunks.ts';
import { dialectOf } from './connection-dialect.ts';
import type { Sql } from './engine.ts';
import type { Tables } from './tables.ts';

type Value = string | number | null;

/**
 * Inserts rows with these columns, in this order, and returns the rows of `suffix` if it has a
 * `returning`. Neither names nor suffix may come from a caller's input.
 */
export function rowsInto<Row extends Record<Name, Value>, Name extends string>(
  table: keyof Tables,
  columns: readonly Name[],
  suffix = '',
): (sql: Sql, rows: readonly Row[]) => Promise<readonly unknown[]> {
  const texts = new Map<string, string>();
  const textFor = (dialect: 'sqlite' | 'postgres', count: number): string => {
    const key = `${dialect} ${count}`;
    const known = texts.get(key);
    if (known !== undefined) return known;
    const place = (at: number) => (dialect === 'sqlite' ? '?' : `$${at + 1}`);
    const tuples = Array.from({ length: count }, (_, row) => {
      const places = columns.map((_name, column) => place(row * columns.length + column));
      return `(${places.join(', ')})`;
    });
    const text = `insert into ${table} (${columns.join(', ')}) values ${tuples.join(', ')} ${suffix}`;
    texts.set(key, text);
    return text;
  };
  return async (sql, rows) => {
    const { name, execute } = dialectOf(sql);
    const answers: unknown[] = [];
    for (const some of batchesOf(rows)) {
      const parameters: Value[] = [];
      for (const row of some) for (const column of columns) parameters.push(row[column]);
      const query = CompiledQuery.raw(textFor(name, some.length), parameters);
      answers.push(...(await execute(query)).rows);
    }
    return answers;
  };
}
