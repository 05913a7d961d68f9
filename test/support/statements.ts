/** The SQL statements of a call, in order: its cost, whatever the machine. */

import { vi } from 'vitest';
import type { Query } from '../../src/store/sql/connection-dialect.ts';
import { SqliteConnection } from '../../src/store/sqlite/sqlite-connection.ts';

/** Without `begin` and `commit`, which every write has once. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const statements: string[] = [];
  const runner = SqliteConnection.prototype as unknown as { execute(query: Query): unknown };
  const { execute } = runner;
  const spy = vi.spyOn(runner, 'execute').mockImplementation(function (this: unknown, query) {
    statements.push(query.sql);
    return execute.call(this as typeof runner, query);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return statements;
}
