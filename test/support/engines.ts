/**
 * The engines that every case of the contract runs on: real ones, each test in a place of its own.
 */

import { randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { databaseFile, openStore, type StorePlace } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { hasBuiltinSqlite, type SqliteProvider } from '../../src/store/sqlite/provider.ts';

export interface TestPlace extends StorePlace {
  /** The words of a command line that mean the same place. */
  readonly flags: readonly string[];
  remove(): Promise<void>;
}

export interface TestEngine {
  readonly name: string;
  /** Nothing is there yet. */
  place(): Promise<TestPlace>;
  /** With the schema, and nothing in it: a copy, since migrating takes most of a small test. */
  migrated(): Promise<TestPlace>;
}

function sqlite(provider: SqliteProvider): TestEngine {
  const place = async (): Promise<TestPlace> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'waymark-'));
    return {
      dataDir,
      sqliteProvider: provider,
      flags: ['--data-dir', dataDir],
      remove: async () => rmSync(dataDir, { recursive: true, force: true }),
    };
  };
  let template: Promise<string> | undefined;
  const migrate = async () => {
    const first = await place();
    process.once('exit', () => void first.remove());
    await (await openStore(first)).close();
    return databaseFile(first);
  };
  return {
    name: `sqlite (${provider})`,
    place,
    async migrated() {
      template ??= migrate();
      const copy = await place();
      copyFileSync(await template, databaseFile(copy));
      chmodSync(databaseFile(copy), 0o600);
      return copy;
    },
  };
}

/** Set for the whole run by `template-database.ts`. */
export const TEMPLATE_VARIABLE = 'WAYMARK_TEST_TEMPLATE';

/** Runs one statement outside any transaction. */
export async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function postgres(serverUrl: string): TestEngine {
  const create = async (how: string): Promise<TestPlace> => {
    const database = `test_${randomUUID().replaceAll('-', '')}`;
    await administer(serverUrl, `create database ${database} ${how}`);
    const url = new URL(serverUrl);
    url.pathname = `/${database}`;
    const dataDir = mkdtempSync(join(tmpdir(), 'waymark-'));
    return {
      dataDir,
      databaseUrl: url.toString(),
      flags: ['--data-dir', dataDir, '--database-url', url.toString()],
      async remove() {
        await administer(serverUrl, `drop database ${database} with (force)`);
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  };
  const template = process.env[TEMPLATE_VARIABLE];
  return {
    name: 'postgres',
    place: () => create(''),
    migrated: () => create(template === undefined ? '' : `template ${template}`),
  };
}

function enginesHere(): TestEngine[] {
  const engines = [sqlite('bundled')];
  if (hasBuiltinSqlite()) engines.push(sqlite('builtin'));
  const url = process.env.WAYMARK_TEST_DATABASE_URL;
  if (url) engines.push(postgres(url));
  else if (process.env.WAYMARK_TEST_POSTGRES === 'required') {
    throw new Error('PostgreSQL is required here, but WAYMARK_TEST_DATABASE_URL names no server.');
  }
  return engines;
}

export const ENGINES: readonly TestEngine[] = enginesHere();

/** One engine of each kind, for tests that start whole processes. */
export const MAIN_ENGINES: readonly TestEngine[] = ENGINES.filter(
  (engine) => engine.name !== 'sqlite (builtin)',
);

/** Nothing is there yet. */
export async function withPlace(
  engine: TestEngine,
  work: (place: TestPlace) => Promise<void>,
): Promise<void> {
  const place = await engine.place();
  try {
    await work(place);
  } finally {
    await place.remove();
  }
}

export async function withStore(
  engine: TestEngine,
  work: (store: Store, place: TestPlace) => Promise<void>,
): Promise<void> {
  const place = await engine.migrated();
  const store = await openStore(place);
  try {
    await work(store, place);
  } finally {
    await store.close();
    await place.remove();
  }
}

/** A place for a memory whose engine does not matter. */
export function anyPlace(): Promise<TestPlace> {
  const [engine] = ENGINES;
  if (!engine) throw new Error('no engine to test on');
  return engine.place();
}
