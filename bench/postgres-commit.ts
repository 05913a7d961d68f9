/**
 * A stored note on PostgreSQL compared with SQLite, if WAYMARK_BENCH_DATABASE_URL names a server.
 */

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Benchmark, NOTE, WORKSPACE } from './benchmark.ts';
import { calmMedians, timed } from './measure.ts';
import { row } from './row.ts';
import type { StdioClient } from './stdio-client.ts';

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** A database of its own, so that nothing is left behind. */
async function inNewDatabase<Result>(
  serverUrl: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const name = `waymark_bench_${randomUUID().replaceAll('-', '')}`;
  await administer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  try {
    return await work(url.toString());
  } finally {
    await administer(serverUrl, `drop database ${name} with (force)`);
  }
}

function noteMs(client: StdioClient): Promise<number> {
  return timed(() => client.call('notes_commit', { workspace: WORKSPACE, content: NOTE }));
}

export const postgresCommit: Benchmark = {
  name: 'postgres-commit',
  async run(ground) {
    const serverUrl = process.env.WAYMARK_BENCH_DATABASE_URL;
    if (!serverUrl) return [];
    const p50 = await inNewDatabase(serverUrl, async (url) => {
      const postgres = await ground.waymark(ground.directory(), '--database-url', url).initialize();
      const sqlite = await ground.waymark(ground.directory()).initialize();
      const measured = await calmMedians(
        { postgres: () => noteMs(postgres), sqlite: () => noteMs(sqlite) },
        { rounds: ground.times(20, 5), block: 20, warmUp: ground.times(10, 3) },
      );
      await Promise.all([postgres.close(), sqlite.close()]);
      return measured;
    });
    return [
      row(
        { what: 'notes_commit on PostgreSQL, p50', value: p50.postgres, unit: 'ms' },
        { what: 'on SQLite', value: p50.sqlite, unit: 'ms' },
      ),
    ];
  },
};
