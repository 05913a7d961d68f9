/** What the dialects spell differently. */

import { describe, expect, it } from 'vitest';
import { type Execute, postgresKysely, sqliteKysely } from './connection-dialect.ts';
import type { Sql } from './engine.ts';
import { prepared } from './prepared.ts';

/** The texts of two queries with a limit: one built for this call, one prepared. */
async function textsOf(open: (execute: Execute) => Sql): Promise<readonly string[]> {
  const texts: string[] = [];
  const sql = open(async (query) => {
    texts.push(query.sql);
    return { rows: [] };
  });
  await sql.selectFrom('counters').select('last').limit(5).execute();
  const few = prepared((on: Sql, args: { limit: number }) =>
    on.selectFrom('counters').select('last').limit(args.limit),
  );
  await few(sql, { limit: 5 });
  return texts;
}

describe('a limit', () => {
  it('[ST72] is never a bare parameter on SQLite, which would compile it at every run', async () => {
    expect(await textsOf(sqliteKysely)).toEqual([
      'select "last" from "counters" limit 5',
      'select "last" from "counters" limit ? + 0',
    ]);
  });

  it('is a parameter on PostgreSQL, because one text serves all numbers', async () => {
    expect(await textsOf(postgresKysely)).toEqual([
      'select "last" from "counters" limit $1',
      'select "last" from "counters" limit $1',
    ]);
  });
});
