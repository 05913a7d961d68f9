/** A memory that cannot be used is refused in a sentence, by its exit code, and not changed. */

import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
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
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSqlite } from '../../src/store/sqlite/provider.ts';
import { MAIN_ENGINES } from '../support/engines.ts';
import { StdioClient } from '../support/stdio-client.ts';
import { runWaymark } from '../support/waymark-command.ts';

const WORKSPACE = 'damaged';
const UNAVAILABLE = 3;

const COMMANDS: readonly (readonly string[])[] = [
  ['status', '--workspace', WORKSPACE],
  ['call', 'notes_commit', '{"content":"must not be written"}', '--workspace', WORKSPACE],
];

/** Every file below a path, by name and content; or the path itself, if it is a file. */
function fingerprints(path: string): Record<string, string> {
  const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
  if (statSync(path).isFile()) return { '': digest(path) };
  return Object.fromEntries(readdirSync(path).map((name) => [name, digest(join(path, name))]));
}

/**
 * Both commands refuse, give the reason in one or two sentences, and change nothing under
 * `watched`.
 */
async function expectRefused(
  flags: readonly string[],
  watched: string | undefined,
  sentence: RegExp,
): Promise<void> {
  const before = watched === undefined ? {} : fingerprints(watched);
  for (const words of COMMANDS) {
    const { code, stdout, stderr } = await runWaymark([...words, ...flags]);
    expect({ code, stdout }, stderr).toEqual({ code: UNAVAILABLE, stdout: '' });
    expect(stderr).toMatch(/^waymark: [A-Z].*[.]\n$/);
    expect(stderr).toMatch(sentence);
  }
  if (watched !== undefined) expect(fingerprints(watched)).toEqual(before);
}

describe('a damaged SQLite memory', () => {
  let scratch: string;
  /** A sound database with some pages, to be damaged in a copy. */
  let sound: Buffer;
  let used = 0;

  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'waymark-'));
    const dataDir = join(scratch, 'sound');
    const content = 'some text worth keeping '.repeat(2_000);
    const args = JSON.stringify({ content });
    const written = await runWaymark(
      ['call', 'notes_commit', '-', '--data-dir', dataDir, '--workspace', WORKSPACE],
      { input: args },
    );
    expect(written, written.stderr).toMatchObject({ code: 0 });
    sound = readFileSync(join(dataDir, 'waymark.db'));
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  /** A data directory whose database is a damaged copy of the sound one. */
  function damaged(damage: (file: string) => void): { dataDir: string; flags: string[] } {
    const dataDir = join(scratch, `damaged-${++used}`);
    mkdirSync(dataDir);
    const file = join(dataDir, 'waymark.db');
    writeFileSync(file, sound);
    damage(file);
    return { dataDir, flags: ['--data-dir', dataDir] };
  }

  async function change(file: string, ...statements: string[]): Promise<void> {
    const database = (await loadSqlite('bundled'))(file);
    for (const statement of statements) database.exec(statement);
    database.close();
  }

  it('[ST17] refuses a file of garbage', async () => {
    const { dataDir, flags } = damaged((file) =>
      writeFileSync(file, Buffer.alloc(20_000, 'this is no database ')),
    );
    await expectRefused(flags, dataDir, /damaged or not a database.*not changed/);
  });

  it('refuses a file that is shorter than the sixteen bytes of a database', async () => {
    const { dataDir, flags } = damaged((file) => writeFileSync(file, 'SQLite'));
    await expectRefused(flags, dataDir, /damaged or not a database.*not changed/);
  });

  it('refuses garbage after a good first page', async () => {
    const { dataDir, flags } = damaged((file) =>
      writeFileSync(file, Buffer.concat([sound.subarray(0, 100), Buffer.alloc(sound.length, 7)])),
    );
    await expectRefused(flags, dataDir, /damaged.*not changed/);
  });

  it('[ST17] refuses a file cut to half', async () => {
    const { dataDir, flags } = damaged((file) => truncateSync(file, sound.length / 2));
    await expectRefused(flags, dataDir, /damaged.*not changed/);
  });

  it('refuses a file cut in the middle of its last page', async () => {
    const { dataDir, flags } = damaged((file) => truncateSync(file, sound.length - 1_000));
    const before = fingerprints(dataDir);
    const show = ['call', 'show', '{"doc":"notes"}', '--workspace', WORKSPACE];
    for (const words of [['status', '--workspace', WORKSPACE], show]) {
      const { code, stdout, stderr } = await runWaymark([...words, ...flags]);
      expect(code, stderr).toBe(UNAVAILABLE);
      expect(stdout + stderr).toMatch(/The memory at .* (is damaged|cannot be read)/);
      expect(stderr).not.toMatch(/^ +at /m);
    }
    expect(fingerprints(dataDir)).toEqual(before);
  });

  it('[ST18] refuses the database of another program', async () => {
    const { dataDir, flags } = damaged((file) => rmSync(file));
    await change(join(dataDir, 'waymark.db'), 'create table recipes (name text)');
    await expectRefused(flags, dataDir, /another program.*not changed/);
  });

  it('refuses the database of another program in WAL mode', async () => {
    const { dataDir, flags } = damaged((file) => rmSync(file));
    await change(
      join(dataDir, 'waymark.db'),
      'pragma journal_mode = wal',
      'create table events (id integer primary key)',
    );
    await expectRefused(flags, dataDir, /another program.*not changed/);
  });

  it('[ST19] refuses a schema newer than it knows', async () => {
    const { dataDir, flags } = damaged(() => {});
    await change(
      join(dataDir, 'waymark.db'),
      "update waymark_meta set value = '999' where key = 'schema_version'",
    );
    await expectRefused(flags, dataDir, /schema 999.*not changed.*newer Waymark/);
  });

  it('refuses a directory in the place of the database', async () => {
    const { dataDir, flags } = damaged((file) => {
      rmSync(file);
      mkdirSync(file);
    });
    await expectRefused(flags, undefined, /cannot be read/);
    expect(readdirSync(join(dataDir, 'waymark.db'))).toEqual([]);
  });

  it('refuses a file in the place of the data directory', async () => {
    const file = join(scratch, 'a-file');
    writeFileSync(file, 'mine');
    await expectRefused(['--data-dir', file], file, /directory .*a-file cannot be created/);
  });

  it('refuses a data directory that cannot be created', async () => {
    const file = join(scratch, 'in-the-way');
    writeFileSync(file, 'mine');
    const dataDir = join(file, 'below', 'memory');
    await expectRefused(['--data-dir', dataDir], file, /directory .*memory cannot be created/);
  });

  it.runIf(existsSync('/proc/self'))('refuses a place where nothing can be created', async () => {
    await expectRefused(['--data-dir', '/proc/nope/memory'], undefined, /cannot be created/);
  });

  it('[ST30] reports the same in the doctor and in every server', async () => {
    const { flags } = damaged((file) => truncateSync(file, sound.length / 2));
    for (const words of [['doctor'], ['mcp'], ['serve', '--port', '0'], ['backup', 'copy.db']]) {
      const finished = await runWaymark([...words, ...flags], { cwd: scratch });
      expect(finished, words[0]).toMatchObject({ code: UNAVAILABLE, stdout: '' });
      expect(finished.stderr).toMatch(/^waymark: The memory at .* is damaged.*[.]\n$/);
    }
    expect(readdirSync(scratch)).not.toContain('copy.db');
  });
});

describe('a server whose memory cannot be opened', () => {
  it('[CA27] [ST25] refuses every call with that sentence, and serves once it is repaired', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'waymark-'));
    const file = join(dataDir, 'waymark.db');
    writeFileSync(file, Buffer.alloc(20_000, 'this is no database '));
    const client = await StdioClient.start({
      flags: ['--data-dir', dataDir],
      workspace: WORKSPACE,
    });
    try {
      const note = { content: 'must not be lost' };
      const refused = await client.call('notes_commit', note);
      expect(refused.isError).toBe(true);
      expect(refused.text).toMatch(/STORE_UNAVAILABLE.*damaged or not a database/);
      const told = await client.call('thoughtbox_gateway', { operation: 'get_state' });
      expect(told.json).toMatchObject({ code: 'STORAGE_ERROR' });
      expect((await client.call('no_such_tool', {})).isError).toBe(true);
      rmSync(file);
      expect((await client.call('notes_commit', note)).isError).toBe(false);
      expect(client.stderr).toMatch(/^waymark: [A-Z].*damaged or not a database.*[.]\n$/);
    } finally {
      client.kill();
      await client.exited;
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

describe('a PostgreSQL memory that cannot be used', () => {
  const engine = MAIN_ENGINES.find((each) => each.name === 'postgres');

  it.runIf(engine)('[ST19] refuses a schema newer than it knows', async () => {
    const place = await engine?.place();
    if (!place?.databaseUrl) throw new Error('no PostgreSQL to test on');
    try {
      expect((await runWaymark(['status', ...place.flags])).code).toBe(0);
      const client = new pg.Client({ connectionString: place.databaseUrl });
      await client.connect();
      const version = async () => (await client.query('select * from waymark.waymark_meta')).rows;
      await client.query("update waymark.waymark_meta set value = '999'");
      const before = await version();
      await expectRefused(place.flags, undefined, /schema 999.*not changed.*newer Waymark/);
      expect(await version()).toEqual(before);
      await client.end();
    } finally {
      await place.remove();
    }
  });

  it('[ST24] refuses a server that does not exist, and does not show its password', async () => {
    const url = 'postgres://someone:a-secret-word@127.0.0.1:1/memory';
    const dataDir = mkdtempSync(join(tmpdir(), 'waymark-'));
    try {
      const flags = ['--data-dir', dataDir, '--database-url', url];
      await expectRefused(flags, dataDir, /^(?!.*a-secret-word).*No server accepts connections/);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
