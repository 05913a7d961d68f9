/**
 * `waymark restore` by real processes: after a kill, beside a server, killed itself, over damage.
 */

import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeptMemory, killed, WORKSPACE, writeNotes } from '../support/kept-memory.ts';
import { repeats } from '../support/repeats.ts';
import { exitOf, runWaymark, startWaymark } from '../support/waymark-command.ts';

const REFUSED = 1;
const WRONG_USAGE = 2;
const UNAVAILABLE = 3;

const KILLS = repeats(4, 10);
/** A restore takes about this long. */
const LAST_KILL_MS = 135;

let memory: KeptMemory;
let backup: string;

beforeEach(() => {
  memory = new KeptMemory();
  backup = join(memory.scratch, 'backup.db');
});
afterEach(() => memory.remove());

/** A backup with some notes, and a server that was killed after it wrote more of them. */
async function killedAfterBackup(count: number): Promise<{ early: string[]; all: string[] }> {
  const first = await memory.start();
  const early = await writeNotes(first, 'early', count);
  expect(await memory.run('backup', backup)).toMatchObject({ code: 0 });
  await first.close();
  const second = await memory.start();
  const late = await writeNotes(second, 'late', 30);
  await killed(second);
  expect(statSync(`${memory.file}-wal`).size).toBeGreaterThan(0);
  return { early, all: [...early, ...late] };
}

/** A restore has come to where it creates files; files of another that was killed count too. */
async function copyBegun(): Promise<void> {
  const names = () => readdirSync(memory.dataDir).filter((name) => name.includes('.restoring-'));
  const before = new Set(names());
  for (let waited = 0; waited < 10_000; waited += 2) {
    if (names().some((name) => !before.has(name))) return;
    await sleep(2);
  }
}

describe('a restore', () => {
  it.each([20, 900])(
    '[ST62] after kill -9 brings back %i notes, and keeps all others aside',
    async (count) => {
      const { early, all } = await killedAfterBackup(count);
      const bytes = readFileSync(backup);
      const finished = await memory.run('restore', backup);
      expect(finished, finished.stderr).toMatchObject({ code: 0, stderr: '' });
      const [aside = ''] = memory.aside();
      expect(finished.stdout).toBe(
        `Restored ${backup} to ${memory.file}: 1 workspaces, ${count + 1} events.\n` +
          `The previous database is kept at ${aside}.\n`,
      );
      expect(readFileSync(backup)).toEqual(bytes);
      expect(await memory.notesIn(memory.file)).toEqual(early);
      expect(await memory.notesIn(aside)).toEqual(all);
      expect(await memory.run('doctor')).toMatchObject({ code: 0 });
    },
  );

  it('[ST61] [CO40] is refused beside an idle server, which continues', async () => {
    const server = await memory.start();
    const notes = await writeNotes(server, 'note', 5);
    expect(await memory.run('backup', backup)).toMatchObject({ code: 0 });
    const refused = await memory.run('restore', backup);
    expect(refused).toMatchObject({ code: UNAVAILABLE, stdout: '' });
    expect(refused.stderr).toMatch(/^waymark: The memory at .* is open in another process.*[.]\n$/);
    notes.push(...(await writeNotes(server, 'more', 5)));
    await server.close();
    expect(memory.aside()).toEqual([]);
    expect(await memory.notesIn(memory.file)).toEqual(notes);
    expect(await memory.run('restore', backup)).toMatchObject({ code: 0 });
  });

  it('[ST61] gives processes that start meanwhile a complete memory, and loses none of their notes', async () => {
    const { early, all } = await killedAfterBackup(50);
    const contents = Array.from({ length: 6 }, (_, n) => `meanwhile ${n}`);
    const restoring = memory.run('restore', backup);
    const calls = contents.map(async (content, n) => {
      await sleep(n * 60);
      const words = ['call', 'notes_commit', JSON.stringify({ branch: 'main', content })];
      const { code } = await memory.run(...words, '--workspace', WORKSPACE);
      return code === 0 ? [content] : [];
    });
    const acknowledged = (await Promise.all(calls)).flat();
    expect(await restoring).toMatchObject({ code: 0 });
    const inPlace = await memory.notesIn(memory.file);
    const inAside = await memory.notesIn(memory.aside()[0] ?? '');
    expect(inPlace).toEqual(expect.arrayContaining(early));
    expect(inAside).toEqual(expect.arrayContaining(all));
    expect([...inPlace, ...inAside]).toEqual(expect.arrayContaining(acknowledged));
    expect(await memory.run('doctor')).toMatchObject({ code: 0 });
  });

  it('[ST63] killed at any moment leaves the old memory or the new one, complete', async () => {
    const { early, all } = await killedAfterBackup(200);
    for (let kill = 0; kill < KILLS; kill++) {
      const child = startWaymark(['restore', backup, ...memory.flags]);
      const exit = exitOf(child);
      await copyBegun();
      await sleep((kill * LAST_KILL_MS) / (KILLS - 1));
      child.kill('SIGKILL');
      await exit;
      const found = await memory.notesIn(memory.file);
      expect(found.length === all.length ? all : early).toEqual(found);
      expect(await memory.run('doctor')).toMatchObject({ code: 0, stderr: '' });
      // Every note that was stored before is found under one of the names.
      const kept = await Promise.all(memory.aside().map((file) => memory.notesIn(file)));
      expect([found, ...kept]).toContainEqual(all);
    }
    expect(await memory.run('restore', backup)).toMatchObject({ code: 0 });
    expect(await memory.notesIn(memory.file)).toEqual(early);
    expect(readdirSync(memory.dataDir).filter((name) => name.includes('.restoring-'))).toEqual([]);
  });

  it('[CO40] refuses a missing file, a file that is no backup, PostgreSQL and memory storage', async () => {
    const missing = await memory.run('restore', 'none.db');
    expect(missing).toMatchObject({ code: WRONG_USAGE, stdout: '' });
    expect(missing.stderr).toMatch(/^waymark: The file .*none[.]db does not exist[.]\n$/);
    writeFileSync(backup, 'words');
    const words = await memory.run('restore', backup);
    expect(words).toMatchObject({ code: REFUSED, stdout: '' });
    expect(words.stderr).toMatch(/^waymark: .* is no SQLite database.*[.]\n$/);
    const url = ['--database-url', 'postgres://someone@127.0.0.1:1/memory'];
    const postgres = await runWaymark(['restore', backup, ...url]);
    expect(postgres).toMatchObject({ code: WRONG_USAGE, stdout: '' });
    expect(postgres.stderr).toMatch(/^waymark: A PostgreSQL database .*[.]\n$/);
    const env = { WAYMARK_STORAGE: 'memory' };
    const fleeting = await runWaymark(['restore', backup], { env });
    expect(fleeting).toMatchObject({ code: WRONG_USAGE, stdout: '' });
    expect(existsSync(memory.file)).toBe(false);
  });
});

describe('a memory with the log of a killed server', () => {
  it('[ST65] [ST66] that another file was copied over is not changed, and can be restored', async () => {
    const { early } = await killedAfterBackup(300);
    copyFileSync(backup, memory.file);
    const before = memory.fingerprint();
    for (const words of [['status'], ['doctor'], ['call', 'notes_commit', '{"content":"no"}']]) {
      const { code, stderr } = await memory.run(...words, '--workspace', WORKSPACE);
      expect(code, stderr).toBe(UNAVAILABLE);
      expect(stderr).toMatch(/damaged and was not changed.*waymark restore FILE/);
      expect(memory.fingerprint()).toEqual(before);
    }
    expect(await memory.run('restore', backup)).toMatchObject({ code: 0 });
    expect(await memory.notesIn(memory.file)).toEqual(early);
    const [aside = ''] = memory.aside();
    expect(
      [readFileSync(aside), readFileSync(`${aside}-wal`)].map((bytes) => bytes.length),
    ).toEqual([readFileSync(backup).length, expect.any(Number)]);
  });

  it('[ST65] and damage that only a read finds is not changed, however the server ends', async () => {
    await killedAfterBackup(300);
    const bytes = readFileSync(memory.file);
    bytes.fill(7, 4096 * 30);
    writeFileSync(memory.file, bytes);
    // As if the damage were older than the last write: nothing is suspected at the start.
    const later = new Date(Date.now() + 10_000);
    utimesSync(`${memory.file}-wal`, later, later);
    const before = memory.fingerprint();
    const server = await memory.start();
    const shown = await server.call('show', { doc: 'notes', limit: 200 });
    expect(shown.text).toMatch(/STORE_UNAVAILABLE.*damaged and was not changed/);
    await server.close();
    expect(memory.fingerprint()).toEqual(before);
    const doctor = await memory.run('doctor');
    expect(doctor.code).not.toBe(0);
    expect(doctor.stdout + doctor.stderr).toMatch(/waymark restore FILE/);
    expect(memory.fingerprint()).toEqual(before);
    expect(await memory.run('restore', backup)).toMatchObject({ code: 0 });
  });
});
