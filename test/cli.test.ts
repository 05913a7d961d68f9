/** The command line as a person uses it: words in, text and an exit code out. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { loadSqlite } from '../src/store/sqlite/provider.ts';
import { ROOT } from './support/source-tree.ts';

const PROGRAM = join(ROOT, 'bin/waymark');

let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'waymark-cli-'));
  // The first start after a change of the sources builds the bundle, and reports it on stderr.
  waymark(['--version']);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function waymark(
  words: readonly string[],
  more: { input?: string; env?: Record<string, string>; cwd?: string } = {},
) {
  const { status, stdout, stderr } = spawnSync(PROGRAM, words, {
    cwd: more.cwd ?? home,
    encoding: 'utf8',
    input: more.input ?? '',
    env: { PATH: process.env.PATH, HOME: home, ...more.env },
  });
  return { code: status, stdout, stderr };
}

describe('help and usage', () => {
  it('prints its version', () => {
    expect(waymark(['--version'])).toEqual({
      code: 0,
      stdout: `${packageJson.version}\n`,
      stderr: '',
    });
  });

  it('[CO50] takes help and version as words too', () => {
    expect(waymark(['version']).stdout).toBe(`${packageJson.version}\n`);
    expect(waymark(['help'])).toEqual(waymark(['--help']));
    expect(waymark(['help', 'serve'])).toEqual(waymark(['serve', '--help']));
    expect(waymark(['help', 'serv'])).toMatchObject({ code: 2, stdout: '' });
  });

  it.each([
    { words: ['tools', '--toolset', 'full', '--json'], reader: 'stdout', code: 0 },
    { words: ['tools', '--toolset', 'full'], reader: 'stdout', code: 0 },
    { words: ['workspaces'], reader: 'stdout', code: 0 },
    { words: ['search', 'anything'], reader: 'stdout', code: 0 },
    { words: ['serv'], reader: 'stderr', code: 2 },
  ] as const)('[CO59] $words ends quietly if nobody reads its $reader', async (one) => {
    const env = { PATH: process.env.PATH, HOME: home };
    const child = spawn(PROGRAM, one.words, { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] });
    // The program is still starting: it finds the pipe closed at its first word.
    child[one.reader].destroy();
    const other = text(one.reader === 'stdout' ? child.stderr : child.stdout);
    const [code] = await once(child, 'exit');
    expect({ code, other: await other }).toEqual({ code: one.code, other: '' });
  });

  it('[CO60] npm start says where -- belongs', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'scripts/start.mjs'), '1741'],
      {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: home, npm_config_port: 'true' },
      },
    );
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        'waymark: npm took --port for itself. Put -- before the options: npm start -- --port …\n',
    });
  });

  it('prints help on stdout, with every command in one line each', () => {
    const { code, stdout, stderr } = waymark(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const word of [
      'mcp',
      'serve',
      'ui',
      'status',
      'tools',
      'call',
      'doctor',
      'backup',
      'init',
    ]) {
      expect(stdout).toMatch(new RegExp(`^  ${word}\\b`, 'm'));
    }
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it.each([
    { words: ['serv'], says: 'serve' },
    { words: ['serve', '--prot', '1'], says: '--port' },
    { words: ['call'], says: 'tool' },
    { words: ['status', '--workspace', 'not ok'], says: '--workspace' },
    { words: ['serve', '--port', 'http'], says: '--port' },
    { words: ['serve', '--host', '0.0.0.0'], says: '--token' },
    { words: ['tools', '--toolset', 'dayly'], says: 'daily' },
    { words: ['call', 'status', '{'], says: 'JSON' },
    { words: ['init', '--client', 'emacs'], says: 'claude' },
    { words: ['--config', 'none.yaml'], says: 'none.yaml' },
  ])('refuses $words with exit code 2, naming $says', ({ words, says }) => {
    const { code, stdout, stderr } = waymark(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^waymark: /);
    expect(stderr).toContain(says);
    expect(stderr).not.toContain('    at ');
  });
});

describe('call and tools', () => {
  it('calls a tool in the same way as a client', () => {
    const here = ['--workspace', 'acme'];
    const { code, stdout } = waymark(['call', 'notes_commit', '{"content":"hi"}', ...here]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      success: true,
      result: { entry: { content: 'hi' } },
    });
    const read = waymark(['call', 'show', '-', ...here], { input: '{"doc":"notes"}' });
    expect(JSON.parse(read.stdout).result.entries).toHaveLength(1);
  });

  it('ends with 1 when the call is refused', () => {
    const { code, stdout } = waymark(['call', 'shwo', '{}']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).error.code).toBe('UNKNOWN_TOOL');
  });

  it('names the project after its git root, and a place outside any project home', () => {
    const project = join(home, 'My Project');
    mkdirSync(join(project, '.git'), { recursive: true });
    mkdirSync(join(project, 'deep', 'down'), { recursive: true });
    const inside = waymark(['call', 'init'], { cwd: join(project, 'deep', 'down') });
    expect(JSON.parse(inside.stdout).result.workspace).toBe('My-Project');
    const outside = waymark(['call', 'init']);
    expect(JSON.parse(outside.stdout).result.workspace).toBe('home');
  });

  it('lists the tools of a set, and says how many it leaves out', () => {
    const daily = waymark(['tools']);
    expect(daily.stdout).toMatch(/^status +/m);
    expect(daily.stdout).toMatch(/--toolset full lists all \d+/);
    const { tools } = JSON.parse(waymark(['tools', '--toolset', 'full', '--json']).stdout);
    for (const tool of tools) {
      expect(tool).toHaveProperty('title');
      expect(Object.values(tool.annotations).every((hint) => typeof hint === 'boolean')).toBe(true);
    }
  });
});

describe('doctor', () => {
  it('[ST28] finds a projection that the journal does not explain, and rebuilds it', async () => {
    const data = mkdtempSync(join(home, 'sick-'));
    const there = ['--data-dir', data, '--workspace', 'acme'];
    waymark(['call', 'macro_branch_note', '{"name":"idea/x","content":"hi"}', ...there]);
    expect(waymark(['doctor', ...there])).toMatchObject({ code: 0, stderr: '' });
    const database = (await loadSqlite())(join(data, 'waymark.db'));
    database.exec("update branches set name = 'forged' where name = 'idea/x'");
    database.exec('delete from documents');
    database.close();
    const sick = waymark(['doctor', ...there]);
    expect(sick.code).toBe(1);
    expect(sick.stdout).toContain('Table branches of acme differs');
    expect(sick.stdout).toContain('Table documents of acme lacks');
    expect(waymark(['doctor', '--rebuild', ...there]).code).toBe(0);
    expect(waymark(['doctor', ...there]).code).toBe(0);
  });

  it('[ST28] finds a gap in the journal', async () => {
    const data = mkdtempSync(join(home, 'gap-'));
    const there = ['--data-dir', data, '--workspace', 'acme'];
    for (const content of ['one', 'two', 'three']) {
      waymark(['call', 'notes_commit', JSON.stringify({ content }), ...there]);
    }
    const database = (await loadSqlite())(join(data, 'waymark.db'));
    database.exec('delete from events where seq = 3');
    database.close();
    const { code, stdout } = waymark(['doctor', ...there]);
    expect(code).toBe(1);
    expect(stdout).toContain('Journal acme has gaps');
  });
});

describe.skipIf(process.platform === 'win32')('too few file descriptors', () => {
  it.each([24, 32, 40])('[CO70] with %i the program ends with a sentence', (most) => {
    const words = ['-c', `ulimit -n ${most}; exec "$0" "$1" status`, process.execPath, PROGRAM];
    const env = { PATH: process.env.PATH, HOME: home };
    const { status, stdout, stderr } = spawnSync('sh', words, { cwd: home, encoding: 'utf8', env });
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toBe(
      'waymark: This process may not open enough files to start (EMFILE). ' +
        'Raise the limit, for example with ulimit -n 256.\n',
    );
  });
});
