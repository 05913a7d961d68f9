/**
 * A file removed, moved or replaced under a running server: noticed before a write is acknowledged.
 */

import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeptMemory, killed, WORKSPACE, writeNotes } from '../support/kept-memory.ts';
import type { StdioClient } from '../support/stdio-client.ts';
import { runWaymark } from '../support/waymark-command.ts';

const UNAVAILABLE = 3;
const IN_FLIGHT = 6;
const AT_WORK = 10;

let memory: KeptMemory;
let server: StdioClient;

beforeEach(async () => {
  memory = new KeptMemory();
  server = await memory.start();
});
afterEach(async () => {
  await killed(server);
  memory.remove();
});

const note = (content: string) => server.call('notes_commit', { branch: 'main', content });

/** Writes several notes at a time around `happening`; returns what was acknowledged and refused. */
async function writingThrough(happening: () => void) {
  const acknowledged: string[] = [];
  const refused: string[] = [];
  let sent = 0;
  const stream = async (until: () => boolean) => {
    while (!until()) {
      const content = `through ${sent++}`;
      const reply = await note(content);
      if (reply.isError) refused.push(reply.text);
      else acknowledged.push(content);
    }
  };
  let enough = Number.POSITIVE_INFINITY;
  const answered = () => acknowledged.length + refused.length;
  await stream(() => answered() >= AT_WORK);
  const streams = Array.from({ length: IN_FLIGHT }, () => stream(() => answered() >= enough));
  // In the middle of several calls, wherever they are.
  await sleep(5);
  happening();
  // More than were running, so that some began after it.
  enough = answered() + 2 * IN_FLIGHT;
  await Promise.all(streams);
  return { acknowledged, refused };
}

/** Another memory, with a note in it, as a file that no process has open. */
async function anotherMemory(content: string): Promise<string> {
  const dataDir = join(memory.scratch, 'another');
  const args = ['call', 'notes_commit', JSON.stringify({ content })];
  const made = await runWaymark([...args, '--data-dir', dataDir, '--workspace', WORKSPACE]);
  expect(made, made.stderr).toMatchObject({ code: 0 });
  return join(dataDir, 'waymark.db');
}

describe('the file of a running server', () => {
  it('[ST67] [ST68] [ST69] moved away: calls are refused, and what was acknowledged is in it', async () => {
    const early = await writeNotes(server, 'early', 20);
    const moved = join(memory.scratch, 'moved.db');
    const { acknowledged, refused } = await writingThrough(() => renameSync(memory.file, moved));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatch(/STORE_UNAVAILABLE.*is gone.*waymark restore FILE/);
    const read = await server.call('show', { doc: 'notes' });
    expect(read.text).toMatch(/STORE_UNAVAILABLE.*is gone/);
    expect(existsSync(memory.file)).toBe(false);
    // The server is not even closed: the file alone has all of it.
    const found = await memory.notesIn(moved);
    expect(found.toSorted()).toEqual([...early, ...acknowledged].toSorted());

    renameSync(moved, memory.file);
    expect((await note('put back')).isError).toBe(false);
    await server.close();
    expect(await memory.notesIn(memory.file)).toEqual([...found, 'put back']);
  });

  it('[ST67] [ST69] moved away with all files beside it: nothing acknowledged is lost', async () => {
    const place = join(memory.scratch, 'elsewhere');
    mkdirSync(place);
    const { acknowledged, refused } = await writingThrough(() => {
      for (const name of readdirSync(memory.dataDir))
        renameSync(join(memory.dataDir, name), join(place, name));
    });
    expect(refused.length).toBeGreaterThan(0);
    await server.close();
    expect((await memory.notesIn(join(place, 'waymark.db'))).toSorted()).toEqual(
      acknowledged.toSorted(),
    );
  });

  it('[ST67] [ST68] removed: every call is refused, and no memory is created in its place', async () => {
    await writeNotes(server, 'early', 5);
    rmSync(memory.file);
    for (let n = 0; n < 3; n++) {
      expect((await note('lost')).text).toMatch(/STORE_UNAVAILABLE.*is gone/);
      expect((await server.call('status')).text).toMatch(/STORE_UNAVAILABLE.*is gone/);
    }
    expect(existsSync(memory.file)).toBe(false);

    // Another process creates a new memory, and the first one continues with it.
    const begun = await memory.run(
      'call',
      'notes_commit',
      '{"content":"anew"}',
      '--workspace',
      WORKSPACE,
    );
    expect(begun, begun.stdout).toMatchObject({ code: 0 });
    expect((await note('once')).text).toMatch(/STORE_UNAVAILABLE.*Another file is now at/);
    expect((await note('again')).isError).toBe(false);
    await server.close();
    expect(await memory.notesIn(memory.file)).toEqual(['anew', 'again']);
    expect(await memory.run('doctor')).toMatchObject({ code: 0 });
  });

  it('[ST67] [ST68] replaced by another memory: one refusal, then the server continues with that one', async () => {
    await writeNotes(server, 'early', 20);
    const other = await anotherMemory('from elsewhere');
    const kept = join(memory.scratch, 'kept.db');
    const { acknowledged, refused } = await writingThrough(() => {
      renameSync(memory.file, kept);
      renameSync(other, memory.file);
    });
    expect(refused.length).toBeGreaterThan(0);
    for (const text of refused) expect(text).toMatch(/is gone|Another file is now at/);
    await server.close();
    const inPlace = await memory.notesIn(memory.file);
    const before = await memory.notesIn(kept);
    expect(inPlace[0]).toBe('from elsewhere');
    expect([...inPlace, ...before]).toEqual(expect.arrayContaining(acknowledged));
    expect(await memory.run('doctor')).toMatchObject({ code: 0 });
  });

  it('[ST67] [ST68] restored after it was removed: the server continues with the backup', async () => {
    await writeNotes(server, 'early', 5);
    const backup = join(memory.scratch, 'backup.db');
    expect(await memory.run('backup', backup)).toMatchObject({ code: 0 });
    rmSync(memory.file);
    expect((await note('lost')).isError).toBe(true);
    expect(await memory.run('restore', backup)).toMatchObject({ code: 0 });
    expect((await note('once')).text).toMatch(/STORE_UNAVAILABLE.*Another file is now at/);
    expect((await note('again')).isError).toBe(false);
    await server.close();
    const notes = await memory.notesIn(memory.file);
    expect(notes).toHaveLength(6);
    expect(notes.at(-1)).toBe('again');
  });

  it('[ST67] whose log is removed: nothing is lost, and the next call works', async () => {
    const early = await writeNotes(server, 'early', 20);
    rmSync(`${memory.file}-wal`);
    expect((await note('once')).text).toMatch(/STORE_UNAVAILABLE.*-wal was removed or replaced/);
    expect((await note('again')).isError).toBe(false);
    await killed(server);
    expect(await memory.notesIn(memory.file)).toEqual([...early, 'again']);
  });
});

describe('a log without its file', () => {
  it('[ST66] is refused and kept, and set aside when a backup is restored', async () => {
    await writeNotes(server, 'early', 20);
    const backup = join(memory.scratch, 'backup.db');
    expect(await memory.run('backup', backup)).toMatchObject({ code: 0 });
    await killed(server);
    rmSync(memory.file);
    const before = memory.fingerprint();
    const refused = await memory.run('status');
    expect(refused).toMatchObject({ code: UNAVAILABLE, stdout: '' });
    expect(refused.stderr).toMatch(/^waymark: .*-wal holds writes.*waymark restore FILE.*[.]\n$/);
    expect(memory.fingerprint()).toEqual(before);
    expect(await memory.run('restore', backup)).toMatchObject({ code: 0 });
    expect(await memory.notesIn(memory.file)).toHaveLength(20);
  });
});

describe('files of a memory', () => {
  it('[ST70] are for their owner only, and a wider mode is reported and kept', async () => {
    await writeNotes(server, 'early', 2);
    const backup = join(memory.scratch, 'backup.db');
    expect(await memory.run('backup', backup)).toMatchObject({ code: 0 });
    const files = [
      ...readdirSync(memory.dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
      backup,
    ];
    // The database with its two companions, the lock file of its server, and the copy.
    expect(files).toHaveLength(5);
    for (const file of files) expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600]);
    expect((await memory.run('doctor')).stdout).not.toMatch(/chmod/);
    const wide = join(memory.scratch, 'wide');
    mkdirSync(wide);
    copyFileSync(backup, join(wide, 'waymark.db'));
    chmodSync(join(wide, 'waymark.db'), 0o644);
    const doctor = await runWaymark(['doctor', '--data-dir', wide]);
    expect(doctor.code).toBe(0);
    expect(doctor.stdout).toMatch(/Others on this machine may open .*mode 644.*chmod 600/);
    expect(statSync(join(wide, 'waymark.db')).mode & 0o777).toBe(0o644);
  });
});
