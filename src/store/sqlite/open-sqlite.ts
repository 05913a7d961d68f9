/** Opens the memory in a SQLite file, looking before it writes. */

import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Engine } from '../sql/engine.ts';
import { foundVersion, migrate, SCHEMA_VERSION } from '../sql/migrate.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { BLOCKING_WAIT_MS, patiently } from './patiently.ts';
import type { OpenSqlite } from './provider.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteEngine } from './sqlite-engine.ts';
import { explain } from './sqlite-failure.ts';
import { ALONE, SqliteVigil } from './sqlite-vigil.ts';

/** Pages kept in memory, taken only as they are used: a merge must not read the same ones again. */
const CACHE_KIB = 16 * 1024;

export const IN_MEMORY = ':memory:';

export async function openSqliteEngine(
  open: OpenSqlite,
  file: string,
  location: string,
): Promise<Engine> {
  if (file !== IN_MEMORY) {
    await makeDirectory(dirname(file));
    refuseForeignBytes(file);
  }
  let connection: SqliteConnection | undefined;
  try {
    connection = new SqliteConnection(open(file));
    await prepare(connection, file);
    const vigil = file === IN_MEMORY ? ALONE : new SqliteVigil(open, file);
    return new SqliteEngine(connection, file, location, vigil);
  } catch (error) {
    connection?.close();
    throw explain(error, file);
  }
}

async function makeDirectory(directory: string): Promise<void> {
  try {
    await makeMissing(directory);
  } catch (error) {
    throw new StoreUnavailable(
      'unreadable',
      `The directory ${directory} cannot be made: ${(error as Error).message}.`,
      error,
    );
  }
}

/** Step by step: where nothing can be made, as in `/proc`, Node's own recursion never ends. */
async function makeMissing(directory: string): Promise<void> {
  const parent = dirname(directory);
  if (parent !== directory && !existsSync(parent)) await makeMissing(parent);
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    const isThere = existsSync(directory) && statSync(directory).isDirectory();
    if (!isThere) throw error;
  }
}

const SQLITE_MAGIC = 'SQLite format 3\u0000';

/** SQLite would take some strange files for empty ones; ours begin with its sixteen bytes. */
function refuseForeignBytes(file: string): void {
  if (!existsSync(file) || statSync(file).size === 0) return;
  const start = Buffer.alloc(SQLITE_MAGIC.length);
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    readSync(handle, start, 0, start.length, 0);
  } catch (error) {
    throw new StoreUnavailable('unreadable', `The file ${file} cannot be read.`, error);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
  if (start.toString('latin1') !== SQLITE_MAGIC) {
    throw new StoreUnavailable(
      'corrupt',
      `The file ${file} is damaged or not a database; it was left as it is. ` +
        'Restore a backup in its place, or move it away to start anew.',
    );
  }
}

/** Looks before it writes: a database that is not ours, or newer than us, stays untouched. */
async function prepare(connection: SqliteConnection, file: string): Promise<void> {
  connection.exec(`pragma busy_timeout = ${BLOCKING_WAIT_MS}`);
  const tables = await patiently(() =>
    connection.rows("select name from sqlite_master where type = 'table'"),
  );
  const isOurs = tables.some((table) => table.name === 'waymark_meta');
  if (tables.length > 0 && !isOurs) {
    throw new StoreUnavailable(
      'foreign',
      `The file ${file} is a database of another program; it was left as it is.`,
    );
  }
  const current = isOurs ? await patiently(() => foundVersion(connection.sql, file)) : 0;
  await patiently(() => connection.exec('pragma journal_mode = wal'));
  connection.exec('pragma synchronous = full');
  connection.exec(`pragma cache_size = -${CACHE_KIB}`);
  // Else a large sort would be written beside other programs' temporary files.
  if (file === IN_MEMORY) connection.exec('pragma temp_store = memory');
  if (current === SCHEMA_VERSION) return;
  await patiently(() => connection.exec('begin immediate'));
  try {
    await migrate(connection.sql, 'sqlite', file);
    connection.exec('commit');
  } catch (error) {
    connection.exec('rollback');
    throw error;
  }
}
