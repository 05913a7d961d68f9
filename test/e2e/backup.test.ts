/** A backup taken during writes is complete, sound, and the journal up to one moment. */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES, type TestPlace } from '../support/engines.ts';
import { contentsOf, journalAt, seqsUpTo } from '../support/journal.ts';
import { StdioClient } from '../support/stdio-client.ts';
import { runWaymark } from '../support/waymark-command.ts';

const WORKSPACE = 'copied';
const BACKUPS = 2;
/** A pause between notes, so that a slow machine does not pile up thousands of them. */
const PAUSE_MS = 3;
const WRONG_USAGE = 2;

/** Writes one note after the other until told to stop; resolves to what was acknowledged. */
function keepWriting(client: StdioClient, name: string): { stop: () => Promise<string[]> } {
  let isOver = false;
  const acknowledged: string[] = [];
  const writing = (async () => {
    for (let n = 0; !isOver; n++) {
      const content = `${name} ${n} ${'x'.repeat(n % 700)}`;
      const reply = await client.call('notes_commit', { branch: 'main', content });
      expect(reply.isError, reply.text).toBe(false);
      acknowledged.push(content);
      await sleep(PAUSE_MS);
    }
    return acknowledged;
  })();
  return {
    stop() {
      isOver = true;
      return writing;
    },
  };
}

describe.each(MAIN_ENGINES)('backup of $name', (engine) => {
  let place: TestPlace;
  let scratch: string;

  beforeEach(async () => {
    place = await engine.place();
    scratch = mkdtempSync(join(tmpdir(), 'waymark-'));
  });
  afterEach(async () => {
    rmSync(scratch, { recursive: true, force: true });
    await place.remove();
  });

  const start = () => StdioClient.start({ flags: place.flags, workspace: WORKSPACE });

  /** Puts a copy where a memory is expected. */
  function restored(file: string, name: string): string {
    const dataDir = join(scratch, name);
    mkdirSync(dataDir);
    copyFileSync(file, join(dataDir, 'waymark.db'));
    return dataDir;
  }

  it(`is the journal up to one moment, ${BACKUPS} times while two processes write`, async () => {
    const clients = [await start(), await start()];
    try {
      await clients[0]?.call('macro_branch_note', { name: 'idea', content: 'on a branch' });
      const writers = clients.map((client, n) => keepWriting(client, `writer ${n}`));
      const files = Array.from({ length: BACKUPS }, (_, n) => join(scratch, `copy-${n}.db`));
      for (const file of files) {
        const finished = await runWaymark(['backup', file, ...place.flags]);
        expect(finished, finished.stderr).toMatchObject({ code: 0, stderr: '' });
        expect(finished.stdout).toContain(file);
      }
      const written = (await Promise.all(writers.map((writer) => writer.stop()))).flat();
      await Promise.all(clients.map((client) => client.close()));
      // Nothing but the copies: no journal, no half copy.
      expect(readdirSync(scratch).sort()).toEqual(files.map((_, n) => `copy-${n}.db`));

      const whole = await journalAt(place, WORKSPACE);
      expect(contentsOf(whole).toSorted()).toEqual(['on a branch', ...written].toSorted());
      let shorter = 0;
      for (const [n, file] of files.entries()) {
        const dataDir = restored(file, `restored-${n}`);
        const doctor = await runWaymark(['doctor', '--data-dir', dataDir]);
        expect(doctor, doctor.stdout).toMatchObject({ code: 0, stderr: '' });
        const events = await journalAt({ dataDir }, WORKSPACE);
        expect(events.map((event) => event.seq)).toEqual(seqsUpTo(events.length));
        expect(events).toEqual(whole.slice(0, events.length));
        expect(events.length).toBeGreaterThanOrEqual(shorter);
        shorter = events.length;
      }
    } finally {
      for (const client of clients) client.kill();
      await Promise.all(clients.map((client) => client.exited));
    }
  });

  it('[ST26] continues where the original stopped', async () => {
    const client = await start();
    await client.call('macro_branch_note', { name: 'idea', content: 'first' });
    await client.close();
    const file = join(scratch, 'copy.db');
    expect(await runWaymark(['backup', file, ...place.flags])).toMatchObject({ code: 0 });

    const dataDir = restored(file, 'restored');
    const second = await StdioClient.start({
      flags: ['--data-dir', dataDir],
      workspace: WORKSPACE,
    });
    const reply = await second.call('notes_commit', { content: 'second' });
    expect(reply.json?.result).toMatchObject({ entry: { seq: 5, branch: 'idea' } });
    await second.close();
    expect(contentsOf(await journalAt({ dataDir }, WORKSPACE))).toEqual(['first', 'second']);
    expect(contentsOf(await journalAt(place, WORKSPACE))).toEqual(['first']);
  });

  it('[ST27] overwrites nothing', async () => {
    const file = join(scratch, 'precious.txt');
    writeFileSync(file, 'precious');
    const finished = await runWaymark(['backup', file, ...place.flags]);
    expect(finished, finished.stderr).toMatchObject({ code: WRONG_USAGE, stdout: '' });
    expect(finished.stderr).toMatch(/^waymark: .*exists already.*[.]\n$/);
    expect(readFileSync(file, 'utf8')).toBe('precious');
    expect(readdirSync(scratch)).toEqual(['precious.txt']);
  });

  it('refuses a directory that does not exist', async () => {
    const file = join(scratch, 'no', 'such', 'directory', 'copy.db');
    const finished = await runWaymark(['backup', file, ...place.flags]);
    expect(finished, finished.stderr).toMatchObject({ code: WRONG_USAGE, stdout: '' });
    expect(finished.stderr).toMatch(/^waymark: The directory .* does not exist[.]\n$/);
    expect(existsSync(join(scratch, 'no'))).toBe(false);
  });

  it('accepts names with spaces and quotes', async () => {
    const name = `it's "a" copy; drop table events--.db`;
    const finished = await runWaymark(['backup', name, ...place.flags], { cwd: scratch });
    expect(finished, finished.stderr).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(scratch)).toEqual([name]);
    const dataDir = restored(join(scratch, name), 'restored');
    expect(await runWaymark(['doctor', '--data-dir', dataDir])).toMatchObject({ code: 0 });
  });
});
