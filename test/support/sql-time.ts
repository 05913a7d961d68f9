/**
 * Measures calls by the CPU time of this process, with the time in SQLite apart. SQLite runs in the
 * thread of the event loop, so that a whole call is one pause.
 */

import { SqliteConnection } from '../../src/store/sqlite/sqlite-connection.ts';

export interface Spent {
  /** Milliseconds outside of SQL, and within. */
  readonly outside: number;
  readonly sql: number;
  /** Of one statement. */
  readonly longestStatement: number;
}

export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** All ways into the database. */
const WAYS = ['execute', 'exec', 'rows'] as const;

type Way = (this: SqliteConnection, ...args: unknown[]) => unknown;

export async function spentBy(work: () => Promise<unknown>): Promise<Spent> {
  const own = SqliteConnection.prototype as unknown as Record<string, Way>;
  const before = WAYS.map((name) => [name, own[name] as Way] as const);
  let [sql, longestStatement] = [0, 0];
  for (const [name, way] of before) {
    own[name] = function (...args) {
      const start = cpuMs();
      try {
        return way.apply(this, args);
      } finally {
        const spent = cpuMs() - start;
        sql += spent;
        longestStatement = Math.max(longestStatement, spent);
      }
    };
  }
  const start = cpuMs();
  try {
    await work();
    return { outside: cpuMs() - start - sql, sql, longestStatement };
  } finally {
    for (const [name, way] of before) own[name] = way;
  }
}
