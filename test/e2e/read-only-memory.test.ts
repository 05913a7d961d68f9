/**
 * A memory that a user can read and not write: another user's, or one whose directory is closed.
 * As root the commands run as another user, whom the modes of files bind.
 */

import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOlder } from '../support/older-memory.ts';
import { ROOT } from '../support/source-tree.ts';
import { StdioClient } from '../support/stdio-client.ts';
import { runWaymark } from '../support/waymark-command.ts';

const NOBODY = process.getuid?.() === 0 ? 65_534 : undefined;
const UNAVAILABLE = 3;
const SENTENCE =
  /The memory at \S+ can be read but not written by this user: nothing was written[.] [^.]+[.]/;

describe.skipIf(process.platform === 'win32')('a memory that can only be read', () => {
  let home: string;
  let dataDir: string;
  let installed: string;

  // The checkout may be in a directory that the other user cannot enter.
  beforeAll(async () => {
    await runWaymark(['--version']);
    installed = mkdtempSync(join(tmpdir(), 'waymark-installed-'));
    chmodSync(installed, 0o755);
    for (const name of ['bin', 'dist', 'package.json']) {
      cpSync(join(ROOT, name), join(installed, name), { recursive: true });
    }
  });
  afterAll(() => rmSync(installed, { recursive: true, force: true }));

  const asNobody = () => ({ uid: NOBODY, program: join(installed, 'bin/waymark') });

  const flags = () => ['--data-dir', dataDir, '--workspace', 'w'];
  const asOwner = (...words: string[]) => runWaymark([...words, ...flags()]);
  const asReader = (...words: string[]) => runWaymark([...words, ...flags()], asNobody());
  const commit = (content: string) => asOwner('call', 'notes_commit', JSON.stringify({ content }));

  /** As the owner, the directory is opened again first. */
  const close = () => {
    for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o444);
    chmodSync(dataDir, 0o555);
  };
  const open = () => {
    chmodSync(dataDir, 0o755);
    for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o644);
  };

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'waymark-read-only-'));
    chmodSync(home, 0o755);
    dataDir = join(home, 'data');
    mkdirSync(dataDir);
    const made = await asOwner(
      'call',
      'tasks_macro_start',
      '{"task_title":"Sort","plan_title":"P"}',
    );
    expect(made, made.stderr).toMatchObject({ code: 0 });
    await commit('zebra of the first day');
  });
  afterEach(() => {
    open();
    rmSync(home, { recursive: true, force: true });
  });

  it('[ST92] is read by every command and tool that reads, and nothing is put beside it', async () => {
    close();
    const reading: readonly [readonly string[], string][] = [
      [['status'], 'Sort'],
      [['search', 'zebra'], 'zebra of the first day'],
      [['call', 'recall', '{"query":"zebra"}'], 'zebra of the first day'],
      [['call', 'tasks_snapshot', '{"target":"TASK-001"}'], 'Sort'],
      [['workspaces'], 'w '],
      [['doctor'], 'Sound: the engine, the journals and the projections agree.'],
    ];
    for (const [words, shown] of reading) {
      const { code, stdout, stderr } = await asReader(...words);
      expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
      expect(stdout).toContain(shown);
    }
    expect(readdirSync(dataDir)).toEqual(['waymark.db']);
  });

  it('[ST92] is exported', async () => {
    close();
    const out = join(home, 'out');
    mkdirSync(out);
    chmodSync(out, 0o777);
    const { code, stderr } = await asReader('export', '--out', join(out, 'archive'));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readdirSync(out)).toEqual(['archive']);
  });

  it('[ST93] refuses a call that writes in one sentence', async () => {
    close();
    const refused = await asReader('call', 'notes_commit', '{"content":"no"}');
    expect(refused.code).not.toBe(0);
    expect(refused.stdout).toMatch(SENTENCE);
    const rebuilt = await asReader('doctor', '--rebuild');
    expect(rebuilt.code).toBe(UNAVAILABLE);
    expect(rebuilt.stderr).toMatch(new RegExp(`^waymark: ${SENTENCE.source}\n$`));
  });

  it('[ST92] shows what is still in the log of a process that has it open, or was killed', async () => {
    const owner = await StdioClient.start({ flags: ['--data-dir', dataDir], workspace: 'w' });
    await owner.call('notes_commit', { content: 'zebra in the log' });
    chmodSync(join(dataDir, 'waymark.db'), 0o444);
    for (const name of ['waymark.db-wal', 'waymark.db-shm']) {
      chmodSync(join(dataDir, name), 0o444);
    }
    chmodSync(dataDir, 0o555);
    const live = await asReader('search', 'zebra');
    expect(live.stdout, live.stderr).toContain('zebra in the log');
    owner.kill();
    await owner.exited;
    const left = await asReader('search', 'zebra');
    expect(left.stdout, left.stderr).toContain('zebra in the log');
    chmodSync(dataDir, 0o755);
    rmSync(join(dataDir, 'waymark.db-shm'));
    chmodSync(dataDir, 0o555);
    const unread = await asReader('search', 'zebra');
    expect(unread).toMatchObject({ code: UNAVAILABLE, stdout: '' });
    expect(unread.stderr).toMatch(/^waymark: The last writes of .* are in \S+-wal, .*[.]\n$/);
  });

  it('[ST94] is read anew by a server once its owner has changed it', async () => {
    close();
    const place = { flags: ['--data-dir', dataDir], workspace: 'w', ...asNobody() };
    const reader = await StdioClient.start(place);
    const notes = async () => (await reader.call('recall', { query: 'zebra' })).text;
    expect(await notes()).toContain('zebra of the first day');
    for (const day of ['second', 'third']) {
      open();
      await commit(`zebra of the ${day} day`);
      close();
      expect(await notes()).toContain(`zebra of the ${day} day`);
    }
    reader.kill();
  });

  it('[ST95] of an older schema is refused in a sentence, and left as it is', async () => {
    await makeOlder({ dataDir }, 16);
    close();
    const refused = await asReader('status');
    expect(refused).toMatchObject({ code: UNAVAILABLE, stdout: '' });
    expect(refused.stderr).toMatch(
      /^waymark: The memory at \S+ was written by an older Waymark .* this user cannot write it[.] .*[.]\n$/,
    );
  });
});
