/**
 * A full disk refuses the call and nothing more: the server continues with everything it
 * acknowledged.
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentsOf, journalAt } from '../support/journal.ts';
import { codeIn } from '../support/reply.ts';
import { canMountSmallDisk, type SmallDisk, smallDisk } from '../support/small-disk.ts';
import { StdioClient } from '../support/stdio-client.ts';
import { runWaymark } from '../support/waymark-command.ts';

const WORKSPACE = 'full';
const KILOBYTES = 2_048;
const UNAVAILABLE = 3;

describe.runIf(canMountSmallDisk())('a full disk (needs the right to mount a small one)', () => {
  let disk: SmallDisk;

  beforeEach(() => {
    const mounted = smallDisk(KILOBYTES);
    if (!mounted) throw new Error('the small disk could not be mounted');
    disk = mounted;
  });
  afterEach(() => disk.remove());

  it('refuses to start if there is no room for a memory', async () => {
    disk.fill();
    const flags = ['--data-dir', disk.path, '--workspace', WORKSPACE];
    for (const words of [['status'], ['call', 'notes_commit', '{"content":"x"}']]) {
      const finished = await runWaymark([...words, ...flags]);
      expect(finished, finished.stderr).toMatchObject({ code: UNAVAILABLE, stdout: '' });
      expect(finished.stderr).toMatch(/^waymark: The disk .* is full.*[.]\n$/);
    }
    disk.free();
    expect(await runWaymark(['status', ...flags])).toMatchObject({ code: 0, stderr: '' });
  });

  it('[ST24] refuses a command when the disk fills up meanwhile', async () => {
    const flags = ['--data-dir', disk.path, '--workspace', WORKSPACE];
    const first = await runWaymark(['call', 'notes_commit', '{"content":"kept"}', ...flags]);
    expect(first, first.stderr).toMatchObject({ code: 0 });
    disk.fill();
    const big = JSON.stringify({ content: 'x'.repeat(200_000) });
    const refused = await runWaymark(['call', 'notes_commit', '-', ...flags], { input: big });
    expect(refused.code, refused.stderr).toBe(UNAVAILABLE);
    expect(refused.stdout + refused.stderr).toMatch(/disk .* is full/);
    disk.free();
    const events = await journalAt({ dataDir: disk.path }, WORKSPACE);
    expect(contentsOf(events)).toEqual(['kept']);
  });

  it('[ST25] refuses calls while it lasts, and continues when there is room again', async () => {
    const flags = ['--data-dir', disk.path];
    const client = await StdioClient.start({ flags, workspace: WORKSPACE });
    const acknowledged: string[] = [];
    const write = async (name: string, size: number) => {
      const content = `${name} ${'x'.repeat(size)}`;
      const reply = await client.call('notes_commit', { content });
      if (!reply.isError) acknowledged.push(content);
      return reply;
    };
    try {
      for (let n = 0; n < 5; n++)
        expect(await write(`early ${n}`, 500)).toMatchObject({ isError: false });

      disk.fill();
      for (let n = 0; n < 5; n++) {
        const refused = await write(`lost ${n}`, 200_000);
        expect(codeIn(refused.text), refused.text).toBe('STORE_UNAVAILABLE');
        expect(refused.text).toMatch(/full/);
      }
      // Stored entries can still be read.
      expect(await client.call('show', { doc: 'notes' })).toMatchObject({ isError: false });
      expect(await client.call('status')).toMatchObject({ isError: false });

      disk.free();
      for (let n = 0; n < 5; n++) {
        const size = n === 0 ? 200_000 : 500;
        expect(await write(`late ${n}`, size)).toMatchObject({ isError: false });
      }
      expect(await client.close()).toMatchObject({ code: 0 });
      expect(client.stderr).toBe('');
    } finally {
      client.kill();
      await client.exited;
    }
    const events = await journalAt({ dataDir: disk.path }, WORKSPACE);
    expect(contentsOf(events)).toEqual(acknowledged);
    expect(await runWaymark(['doctor', ...flags])).toMatchObject({ code: 0, stderr: '' });
  });

  it('[ST27] leaves no half backup behind', async () => {
    const flags = ['--data-dir', disk.path, '--workspace', WORKSPACE];
    const note = JSON.stringify({ content: 'x'.repeat(100_000) });
    const written = await runWaymark(['call', 'notes_commit', '-', ...flags], { input: note });
    expect(written, written.stderr).toMatchObject({ code: 0 });
    disk.fill();
    const copy = join(disk.path, 'copy.db');
    const refused = await runWaymark(['backup', copy, ...flags]);
    expect(refused, refused.stderr).toMatchObject({ code: UNAVAILABLE, stdout: '' });
    expect(refused.stderr).toMatch(/^waymark: The disk .* is full.*[.]\n$/);
    expect(readdirSync(disk.path).filter((name) => name.startsWith('copy'))).toEqual([]);
  });
});
