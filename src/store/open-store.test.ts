/** Opening, watching and checking a memory, where the engines differ. */

import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { ENGINES, MAIN_ENGINES, type TestPlace, withStore } from '../../test/support/engines.ts';
import { headsOf } from '../../test/support/journal.ts';
import { initializeWorkspace } from '../domain/workspace/workspace.ts';
import { databaseFile, openStore } from './open-store.ts';
import type { Store } from './port.ts';
import { hasBuiltinSqlite, loadSqlite } from './sqlite/provider.ts';

const writer = { workspace: 'w', agent: 'a', nowMs: 1 };

function begin(store: Store) {
  return store.write(writer, (tx) => tx.append([initializeWorkspace()]));
}

describe('a SQLite memory', () => {
  it('[ST16] creates its directory for its owner only, and its file at the path it was given', async () => {
    const home = mkdtempSync(join(tmpdir(), 'waymark-open-'));
    try {
      const dataDir = join(home, 'not', 'yet');
      const store = await openStore({ dataDir });
      await store.close();
      expect(statSync(dataDir).mode & 0o777).toBe(0o700);
      expect(existsSync(join(dataDir, 'waymark.db'))).toBe(true);
      const databaseFile = join(home, 'elsewhere', 'graph.db');
      const other = await openStore({ dataDir, databaseFile });
      await other.close();
      expect(existsSync(databaseFile)).toBe(true);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it('[ST21] is read and written by both builds, if Node has one of its own', async () => {
    if (!hasBuiltinSqlite()) {
      await expect(loadSqlite('builtin')).rejects.toThrow('no built-in SQLite');
      return;
    }
    const dataDir = mkdtempSync(join(tmpdir(), 'waymark-open-'));
    try {
      for (const sqliteProvider of ['builtin', 'bundled', 'builtin'] as const) {
        const store = await openStore({ dataDir, sqliteProvider });
        await store.write(writer, (tx) => tx.append(tx.head === 0 ? [initializeWorkspace()] : []));
        expect(await store.read('w', async (tx) => tx.head)).toBe(1);
        await store.close();
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it('[ST29] reports the first five differences of a table, and counts the rest', async () => {
    const [engine] = ENGINES;
    if (!engine) throw new Error('no engine to test on');
    await withStore(engine, async (store, place) => {
      await begin(store);
      for (let n = 0; n < 9; n++) {
        await store.write(writer, (tx) =>
          tx.append([
            {
              type: 'branch_created',
              entity: 'branch',
              payload: { name: `b${n}`, base: { branch: 1, seq: tx.head } },
            },
          ]),
        );
      }
      const database = (await loadSqlite(place.sqliteProvider))(join(place.dataDir, 'waymark.db'));
      database.exec('update branches set created_ms = 7');
      database.close();
      const findings = await store.check();
      expect(findings).toHaveLength(6);
      expect(findings.at(-1)).toBe('Table branches of w: 5 more differences.');
    });
  });
});

describe.each(MAIN_ENGINES)('a memory on $name', (engine) => {
  it('[ST31] notifies a watcher at the start, and soon after a change by another store', async () => {
    await withStore(engine, async (store, place) => {
      const other = await openStore(place);
      let calls = 0;
      let wake = () => {};
      const stop = store.watch(() => {
        calls += 1;
        wake();
      });
      const next = (than: number) =>
        new Promise<void>((resolve) => {
          wake = () => calls > than && resolve();
          wake();
        });
      try {
        await next(0);
        const before = calls;
        await begin(other);
        await next(before);
        expect(calls).toBeGreaterThan(before);
      } finally {
        stop();
        await other.close();
      }
    });
  });
});

/** As a newer program does that was started beside this one. */
async function setSchema(place: TestPlace, version: string): Promise<void> {
  const statement = `update waymark_meta set value = '${version}' where key = 'schema_version'`;
  if (place.databaseUrl === undefined) {
    const database = (await loadSqlite(place.sqliteProvider))(databaseFile(place));
    database.exec(statement);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  await client.query(statement.replace('waymark_meta', 'waymark.waymark_meta'));
  await client.end();
}

describe.each(ENGINES)('an open memory on $name', (engine) => {
  it('[ST71] is neither read nor written once a newer program has changed its schema', async () => {
    await withStore(engine, async (store, place) => {
      await begin(store);
      await setSchema(place, '999');
      let ran = 0;
      const attempts = [
        () => store.read('w', async () => ran++),
        () => store.write(writer, async () => ran++),
        () => store.write({ ...writer, workspace: 'new' }, async () => ran++),
      ];
      for (const attempt of attempts) {
        await expect(attempt()).rejects.toThrow(/schema 999.*knows up to \d+.*newer Waymark/);
      }
      expect(ran).toBe(0);
      await setSchema(place, store.schemaVersion.slice(1));
      expect(await headsOf(store)).toEqual({ w: 1 });
    });
  });
});

const postgres = ENGINES.find((engine) => engine.name === 'postgres');

describe.runIf(postgres)('a PostgreSQL memory', () => {
  it('[ST22] [ST23] uses only its own schema, and never shows its password', async () => {
    if (!postgres) throw new Error('no PostgreSQL to test on');
    const place = await postgres.place();
    const client = new pg.Client({ connectionString: place.databaseUrl });
    await client.connect();
    try {
      await client.query('create table events (mine text)');
      const url = new URL(place.databaseUrl ?? '');
      url.password = 'hunter2';
      url.searchParams.set('application_name', 'hunter3');
      const store = await openStore({ ...place, databaseUrl: url.toString() });
      await begin(store);
      expect(store.location).not.toMatch(/hunter/);
      await store.close();
      const { rows } = await client.query(
        "select distinct table_schema as schema from information_schema.tables where table_name = 'events' order by 1",
      );
      expect(rows).toEqual([{ schema: 'public' }, { schema: 'waymark' }]);
      expect((await client.query('select * from public.events')).rows).toEqual([]);
    } finally {
      await client.end();
      await place.remove();
    }
  });
});
