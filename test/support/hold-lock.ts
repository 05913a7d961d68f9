/** Another program that holds the lock for which every writer of a workspace waits. */

import pg from 'pg';
import { databaseFile } from '../../src/store/open-store.ts';
import { loadSqlite } from '../../src/store/sqlite/provider.ts';
import type { TestPlace } from './engines.ts';

/** Resolves when the lock is held, to the function that releases it. The memory must exist. */
export async function holdLock(place: TestPlace, workspace: string): Promise<() => Promise<void>> {
  if (place.databaseUrl === undefined) {
    const database = (await loadSqlite(place.sqliteProvider))(databaseFile(place));
    // The server may just be writing who is present.
    database.exec('pragma busy_timeout = 5000');
    database.exec('begin immediate');
    return async () => database.close();
  }
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [workspace]);
  // The database may be removed before the test has ended.
  client.on('error', () => {});
  return () => client.end();
}
