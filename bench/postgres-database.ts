/** PostgreSQL databases for one measurement each. */

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { findBinaries, startPostgres } from '../scripts/postgres.mjs';

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** A database of its own, so that nothing is left behind. */
export async function inNewDatabase<Result>(
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

/** As many at once. */
export function inNewDatabases<Result>(
  serverUrl: string,
  count: number,
  work: (urls: readonly string[]) => Promise<Result>,
): Promise<Result> {
  if (count === 0) return work([]);
  return inNewDatabase(serverUrl, (url) =>
    inNewDatabases(serverUrl, count - 1, (others) => work([url, ...others])),
  );
}

/**
 * On the server that WAYMARK_BENCH_DATABASE_URL names, or on a temporary one, which does not wait
 * for the disk: fit to measure reading, not writing. Undefined if there is neither.
 */
export async function onPostgres<Result>(
  work: (serverUrl: string) => Promise<Result>,
): Promise<Result | undefined> {
  const named = process.env.WAYMARK_BENCH_DATABASE_URL;
  if (named) return work(named);
  if (!findBinaries()) return undefined;
  const { url, stop } = await startPostgres(() => {});
  try {
    return await work(url);
  } finally {
    await stop();
  }
}
