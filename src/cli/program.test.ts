/** Tests of commands and their exit codes; the rules are in docs/spec/configuration.md. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QUIET } from '../../test/support/outside.ts';
import type { Outside } from './outside.ts';
import { runCommandLine } from './program.ts';

let root: string;
let printed: string;
let logged: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'waymark-cli-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  printed = '';
  logged = '';
});

/** Runs a command on a database of this test, and returns the exit code. */
function run(words: readonly string[], around: Partial<Outside> = {}): Promise<number> {
  const outside: Outside = {
    ...QUIET,
    env: { WAYMARK_DATA_DIR: join(root, 'memory'), WAYMARK_WORKSPACE: 'acme' },
    cwd: root,
    home: root,
    print: (text) => {
      printed += text;
    },
    log: (text) => {
      logged += `${text}\n`;
    },
    ...around,
  };
  return runCommandLine(words, outside);
}

const noStack = () => expect(logged).not.toContain('    at ');

describe('exit codes', () => {
  it('[CO18] 0 for success', async () => {
    expect(await run(['call', 'notes_commit', '{"content":"x"}'])).toBe(0);
    expect(await run(['status'])).toBe(0);
    expect(await run(['tools'])).toBe(0);
    expect(await run(['doctor'])).toBe(0);
    expect(await run(['--version'])).toBe(0);
    expect(printed).toContain('1.2.3');
    expect(await run(['--help'])).toBe(0);
    expect(logged).toBe('');
  });

  it('[CO18] 1 for a refusal', async () => {
    expect(await run(['call', 'show', '{"branch":"nowhere"}'])).toBe(1);
    expect(printed).toContain('UNKNOWN_ID');
    expect(await run(['call', 'no_such_tool'])).toBe(1);
  });

  it.each([
    ['an unknown command', ['frobnicate']],
    ['an unknown option', ['status', '--frobnicate']],
    ['a missing word', ['backup']],
    ['a surplus word', ['status', 'surplus']],
    ['arguments that are no JSON', ['call', 'help', '{oops']],
    ['a bad setting', ['status', '--workspace', '-x']],
    ['a bad port', ['serve', '--port', 'http']],
    ['a missing file', ['status', '--config', 'gone.yaml']],
    ['an open address without a token', ['serve', '--host', '0.0.0.0']],
  ])('[CO18] 2 for %s, in a sentence', async (_what, words) => {
    expect(await run(words)).toBe(2);
    expect(logged).toMatch(/^waymark: /);
    expect(printed).toBe('');
    noStack();
  });

  it('[CO18] 3 for a database that is not available, which is not changed', async () => {
    const file = join(root, 'strange.db');
    writeFileSync(file, 'this is no database, and longer than sixteen bytes');
    const env = { WAYMARK_DATABASE_FILE: file, WAYMARK_WORKSPACE: 'acme' };
    expect(await run(['status'], { env })).toBe(3);
    expect(logged).toMatch(/^waymark: The file .*strange\.db is damaged or not a database/);
    expect(readFileSync(file, 'utf8')).toMatch(/^this is no database/);
    noStack();
  });
});

describe('help', () => {
  it('[CO50] shows the flags of a command with their defaults, and fits a terminal', async () => {
    expect(await run(['serve', '--frobnicate', '--help'])).toBe(0);
    expect(printed).toMatch(/^Usage: waymark serve \[options\]\n/);
    expect(printed).toContain('--port <port>              MCP port (default: 1731)\n');
    expect(printed).toContain('(default: ~/.waymark)');
    expect(Math.max(...printed.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(logged).toBe('');
  });
});

describe('call', () => {
  it('[CO19] prints the reply', async () => {
    await run(['call', 'help', '{"tool":"checkout"}']);
    expect(printed).toMatch(/^checkout: .*\n/);
    expect(printed.endsWith('\n')).toBe(true);
  });

  it('[CO19] reads its arguments from stdin for -', async () => {
    const content = 'ünïcödé "quoted"\nnote';
    const readStdin = async () => JSON.stringify({ content, doc: 'piped' });
    expect(await run(['call', 'notes_commit', '-'], { readStdin })).toBe(0);
    printed = '';
    await run(['call', 'show', '{"doc":"piped"}']);
    expect(JSON.parse(printed).result.entries).toMatchObject([{ content }]);
  });

  it.each([
    ['words', ['notes_commit', 'content=two words', 'doc=words', 'title=5', 'meta={"n":1}']],
    ['one word', ['notes_commit content="two words" doc=words title="5" meta={"n":1}']],
    ['JSON', ['notes_commit', '{"content":"two words","doc":"words","title":"5","meta":{"n":1}}']],
  ])('[CO19] takes its arguments as %s', async (_form, words) => {
    expect(await run(['call', ...words])).toBe(0);
    printed = '';
    await run(['call', 'show', 'doc=words', 'limit=1']);
    const { entries } = JSON.parse(printed).result;
    expect(entries).toMatchObject([{ content: 'two words', title: '5', meta: { n: 1 } }]);
  });

  it('[CO19] reads a command from stdin for -', async () => {
    const readStdin = async () => 'content="a = b" doc=stdin\n';
    expect(await run(['call', 'notes_commit', '-'], { readStdin })).toBe(0);
    printed = '';
    await run(['call', 'show', 'doc=stdin']);
    expect(JSON.parse(printed).result.entries).toMatchObject([{ content: 'a = b' }]);
  });

  it('[CO19] names a word that is not key=value', async () => {
    expect(await run(['call', 'show', 'doc=notes', 'limit'])).toBe(2);
    expect(logged).toContain('key=value (limit)');
  });

  it('[RP17] prints commands for the shell at a terminal, and as clients get them elsewhere', async () => {
    const start = ['call', 'tasks_macro_start', 'task_title=Read'];
    await run(start, { printsToTerminal: true });
    expect(printed.split('\n')[1]).toMatch(/^waymark call tasks_macro_close_step .*target=TASK-/);
    printed = '';
    await run(start);
    expect(printed.split('\n')[1]).toMatch(/^tasks_macro_close_step .*target=TASK-/);
  });

  it('[CO19] reaches every tool by its name', async () => {
    await run(['call', 'macro_branch_note', 'from=nowhere', 'content=x']);
    expect(printed.split('\n')[1]).toBe('branch_list');
  });

  it('[CO19] writes as the agent of the configuration', async () => {
    await run(['call', 'notes_commit', '{"content":"x"}', '--agent', 'ann', '--workspace', 'w2']);
    printed = '';
    await run(['status', '--workspace', 'w2']);
    expect(printed).toMatch(/\n\nw2 \| no plan or task is in focus\nnote @2, .*: x\n$/);
  });
});

describe('backup', () => {
  it('[CO20] writes a copy that opens, and overwrites nothing', async () => {
    await run(['call', 'notes_commit', '{"content":"to be kept","doc":"backup"}']);
    expect(await run(['backup', 'copy.db'])).toBe(0);
    const env = { WAYMARK_DATABASE_FILE: join(root, 'copy.db'), WAYMARK_WORKSPACE: 'acme' };
    printed = '';
    expect(await run(['call', 'show', '{"doc":"backup"}'], { env })).toBe(0);
    expect(printed).toContain('to be kept');
    const before = readFileSync(join(root, 'copy.db'));
    expect(await run(['backup', 'copy.db'])).toBe(2);
    expect(logged).toContain('exists already');
    expect(readFileSync(join(root, 'copy.db')).equals(before)).toBe(true);
  });

  it('[CO20] does not create a missing directory', async () => {
    expect(await run(['backup', 'gone/copy.db'])).toBe(2);
    expect(existsSync(join(root, 'gone'))).toBe(false);
  });
});
