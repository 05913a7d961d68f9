/** Prepared queries: whole rows, and arguments that are not known when the query is built. */

import { describe, expect, it } from 'vitest';
import { type Query, sqliteKysely } from './connection-dialect.ts';
import type { Sql } from './engine.ts';
import { prepared } from './prepared.ts';
import type { Tables } from './tables.ts';

/** A connection that returns nothing and records what it was asked. */
function recorder() {
  const asked: Pick<Query, 'sql' | 'parameters'>[] = [];
  const sql = sqliteKysely(async (query) => {
    asked.push({ sql: query.sql, parameters: query.parameters });
    return { rows: [] };
  });
  return { sql, asked };
}

type Counter = Tables['counters'];

describe('a prepared query', () => {
  it('inserts the columns that the row has, in whatever order they come', async () => {
    const { sql, asked } = recorder();
    const insert = prepared((on: Sql, row: Counter) => on.insertInto('counters').values(row));
    await insert(sql, { workspace: 'acme', name: 'TASK', last: 1 });
    await insert(sql, { last: 2, name: 'PLAN', workspace: 'acme' });
    expect(asked).toEqual([
      {
        sql: 'insert into "counters" ("workspace", "name", "last") values (?, ?, ?)',
        parameters: ['acme', 'TASK', 1],
      },
      {
        sql: 'insert into "counters" ("last", "name", "workspace") values (?, ?, ?)',
        parameters: [2, 'PLAN', 'acme'],
      },
    ]);
  });

  it('accepts a row spread together with other columns, and is built once for each set of columns', async () => {
    const { sql, asked } = recorder();
    let built = 0;
    const insert = prepared((on: Sql, row: Omit<Counter, 'last'> & { from: number }) => {
      built += 1;
      const { from, ...rest } = row;
      return on.insertInto('counters').values({ ...rest, last: from });
    });
    for (const from of [3, 4]) await insert(sql, { workspace: 'acme', name: 'TASK', from });
    expect(built).toBe(1);
    expect(asked.map(({ parameters }) => parameters)).toEqual([
      ['acme', 'TASK', 3],
      ['acme', 'TASK', 4],
    ]);
  });

  it('refuses an expression on an argument, by its name', async () => {
    const { sql, asked } = recorder();
    const where = (value: (args: { by: number }) => string | number) =>
      prepared((on: Sql, args: { by: number }) =>
        on
          .selectFrom('counters')
          .selectAll()
          .where('last', '=', Number(value(args))),
      );
    const expressions = [
      (args: { by: number }) => -args.by,
      (args: { by: number }) => args.by + 1,
      (args: { by: number }) => `${args.by}`,
      (args: { by: number }) => JSON.stringify(args.by),
      (args: { by: number }) => JSON.stringify({ nested: [args.by] }),
    ];
    for (const expression of expressions) {
      await expect(where(expression)(sql, { by: 1 })).rejects.toThrow(
        'the argument by is used in an expression',
      );
    }
    expect(asked).toEqual([]);
  });

  it('refuses a value that is missing instead of storing null', async () => {
    const { sql } = recorder();
    const select = prepared((on: Sql, args: { name: string | undefined }) =>
      on
        .selectFrom('counters')
        .selectAll()
        .where('name', '=', args.name as string),
    );
    await expect(select(sql, { name: undefined })).rejects.toThrow('no value for name');
  });

  it('leaves parameters that are constants as they are', async () => {
    const { sql, asked } = recorder();
    const select = prepared((on: Sql, args: { name: string }) =>
      on.selectFrom('counters').selectAll().where('name', '=', args.name).where('last', '>', 7),
    );
    await select(sql, { name: 'TASK' });
    expect(asked[0]?.parameters).toEqual(['TASK', 7]);
  });
});
