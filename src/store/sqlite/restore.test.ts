/**
 * Restoring, on every SQLite build: what is accepted, what is refused, and what happens to the old
 * file.
 */

import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES, type TestEngine } from '../../../test/support/engines.ts';
import { headsOf } from '../../../test/support/journal.ts';
import { initializeWorkspace } from '../../domain/workspace/workspace.ts';
import { openStore } from '../open-store.ts';
import { loadSqlite, type OpenSqlite, type SqliteProvider } from './provider.ts';
import { NoBackup, restoreFile } from './restore.ts';

const SQLITE_ENGINES = ENGINES.filter((engine) => engine.name.startsWith('sqlite'));
const STAMP = '2026-01-31T12-30-05Z';

function providerOf(engine: TestEngine): SqliteProvider {
  return engine.name.includes('builtin') ? 'builtin' : 'bundled';
}

describe.each(SQLITE_ENGINES)('a restore on $name', (engine) => {
  const sqliteProvider = providerOf(engine);
  let dataDir: string;
  let file: string;
  let backup: string;
  let open: OpenSqlite;

  beforeEach(async () => {
    open = await loadSqlite(sqliteProvider);
    dataDir = mkdtempSync(join(tmpdir(), 'waymark-restore-'));
    file = join(dataDir, 'waymark.db');
    backup = join(dataDir, 'backup.db');
    const store = await openStore({ dataDir: join(dataDir, 'made'), sqliteProvider });
    const begin = (workspace: string) =>
      store.write({ workspace, agent: 'a', nowMs: 1 }, (tx) => tx.append([initializeWorkspace()]));
    await begin('kept');
    await store.backup(backup);
    await begin('later');
    // The bundled build releases a file only when its statements are collected, so the memory in
    // place is one that this process has never opened.
    await store.backup(file);
    await store.close();
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  async function workspacesOf(databaseFile: string): Promise<string[]> {
    const store = await openStore({ dataDir, databaseFile, sqliteProvider });
    try {
      expect(await store.check()).toEqual([]);
      return Object.keys(await headsOf(store));
    } finally {
      await store.close();
    }
  }

  const restore = () => restoreFile(open, file, backup, STAMP);
  const change = (path: string, statement: string) => {
    const database = open(path);
    database.exec(statement);
    database.close();
  };

  it('[ST60] [ST62] puts the backup in place, and keeps the previous memory', async () => {
    const bytes = readFileSync(backup);
    const restored = await restore();
    const aside = `${file}.before-restore-${STAMP}`;
    expect(restored).toEqual({ workspaces: 1, events: 1, aside });
    expect(readFileSync(backup)).toEqual(bytes);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(`${backup}-wal`)).toBe(false);
    expect(await workspacesOf(file)).toEqual(['kept']);
    expect(await workspacesOf(aside)).toEqual(['kept', 'later']);
  });

  it('[ST62] can be undone, and two restores within a second get two names', async () => {
    const { aside = '' } = await restore();
    const second = await restoreFile(open, file, aside, STAMP);
    expect(second.aside).toBe(`${aside}-2`);
    expect(await workspacesOf(file)).toEqual(['kept', 'later']);
    expect(await workspacesOf(`${aside}-2`)).toEqual(['kept']);
  });

  it('[ST64] restores where no memory exists', async () => {
    const elsewhere = join(dataDir, 'not', 'yet', 'waymark.db');
    const restored = await restoreFile(open, elsewhere, backup, STAMP);
    expect(restored.aside).toBeUndefined();
    expect(readdirSync(join(dataDir, 'not', 'yet'))).toEqual(['waymark.db']);
    expect(await workspacesOf(elsewhere)).toEqual(['kept']);
  });

  it.each([
    ['of garbage', () => Buffer.alloc(20_000, 'this is no database ')],
    ['that is cut to half', (sound: Buffer) => sound.subarray(0, sound.length / 2)],
    ['that is empty', () => Buffer.alloc(0)],
  ])('[ST64] [ST65] restores over a memory %s, and keeps its bytes', async (_what, damage) => {
    const bad = damage(readFileSync(file));
    writeFileSync(file, bad);
    writeFileSync(`${file}-wal`, 'writes of a process that was killed');
    const { aside = '' } = await restore();
    expect(readFileSync(aside)).toEqual(bad);
    expect(readFileSync(`${aside}-wal`, 'utf8')).toBe('writes of a process that was killed');
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(await workspacesOf(file)).toEqual(['kept']);
  });

  describe('[ST60] refuses, and changes nothing, if the file', () => {
    const cases: readonly [string, RegExp, () => void][] = [
      ['is no database', /is no SQLite database/, () => writeFileSync(backup, 'words')],
      ['is empty', /is no SQLite database/, () => truncateSync(backup, 0)],
      [
        'is damaged',
        /is damaged|is not sound/,
        () => {
          truncateSync(backup, statSync(backup).size / 2);
          appendFileSync(backup, Buffer.alloc(statSync(backup).size, 9));
        },
      ],
      [
        'is of another program',
        /another program/,
        () => {
          rmSync(backup);
          change(backup, 'create table recipes (name text)');
        },
      ],
      [
        'is of a newer Waymark',
        /newer Waymark/,
        () => change(backup, "update waymark_meta set value = '999'"),
      ],
      [
        'has a journal with a gap',
        /not sound.*Journal kept/,
        () => change(backup, 'update events set seq = 7; update workspaces set last_seq = 7'),
      ],
      [
        'is a directory',
        /There is no file/,
        () => {
          rmSync(backup);
          backup = dataDir;
        },
      ],
      [
        'is the memory itself',
        /is the memory itself/,
        () => {
          backup = file;
        },
      ],
    ];
    it.each(cases)('%s', async (_what, sentence, spoil) => {
      spoil();
      const before = readdirSync(dataDir);
      const bytes = backup === dataDir ? undefined : readFileSync(backup);
      await expect(restore()).rejects.toThrow(NoBackup);
      await expect(restore()).rejects.toThrow(sentence);
      if (bytes) expect(readFileSync(backup)).toEqual(bytes);
      expect(readdirSync(dataDir)).toEqual(before);
      expect(await workspacesOf(file)).toEqual(['kept', 'later']);
    });
  });

  it('[ST61] is refused while a store is open, even if it is idle', async () => {
    const store = await openStore({ dataDir, sqliteProvider });
    await expect(restore()).rejects.toThrow(/is open in another process; nothing was changed/);
    await store.close();
    expect(await workspacesOf(file)).toEqual(['kept', 'later']);
  });
});
