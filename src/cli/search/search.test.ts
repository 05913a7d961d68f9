/** Tests of `waymark search`; the rules are in docs/spec/recall.md. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QUIET } from '../../../test/support/outside.ts';
import type { Outside } from '../outside.ts';
import { runCommandLine } from '../program.ts';

let root: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'waymark-search-'));
  await call('tasks_macro_start', { task_title: 'Warm the cache up' });
  await call('remember', { kind: 'rule', text: 'Never clear the cache by hand.' });
  await call('remember', { kind: 'decision', text: 'The cache key has no build id.' });
  await call('notes_commit', { content: 'Reads miss for 90 s after a deploy.' });
  await call('notes_commit', { content: 'the token is ghp_A1b2C3d4E5f6G7h8' });
  await call('notes_commit', { content: 'beware \u001b]0;owned\u0007 of \u202eterminals' });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Ran {
  readonly code: number;
  readonly printed: string;
  readonly logged: string;
}

async function run(words: readonly string[], around: Partial<Outside> = {}): Promise<Ran> {
  let printed = '';
  let logged = '';
  const code = await runCommandLine(words, {
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
  });
  return { code, printed, logged };
}

async function call(tool: string, args: object): Promise<void> {
  const { code, printed } = await run(['call', tool, JSON.stringify(args)]);
  if (code !== 0) throw new Error(`${tool}: ${printed}`);
}

const search = (...words: readonly string[]) => run(['search', ...words]);

const AT_TERMINAL: Partial<Outside> = { printsToTerminal: true };

describe('waymark search', () => {
  it('[RC46] prints id, kind, place, time, writer and passage of what recall finds', async () => {
    const { code, printed, logged } = await search('cache', 'key');
    expect(code).toBe(0);
    expect(logged).toBe('');
    const [head, passage] = printed.split('\n');
    expect(head).toMatch(/^CARD-\w+ {2}card {2}in \S+ {2}2026-01-05T00:00Z {2}by cli-ann$/);
    expect(passage).toBe('    The cache key has no build id.');
  });

  it('[RC48] [RC11] what has control characters is no id, and is searched for', async () => {
    const { code, printed } = await search('cache\u001b[31m');
    expect([code, printed]).toEqual([0, expect.stringContaining('The cache key')]);
  });

  it('[RC46] finds the same in the same order as the tool', async () => {
    const args = JSON.stringify({ query: 'cache' });
    const { result } = JSON.parse((await run(['call', 'recall', args])).printed);
    expect(result.hits.length).toBeGreaterThan(2);
    const { printed } = await search('cache');
    const heads = printed.split('\n').filter((line) => /^\S/.test(line));
    expect(heads.map((line) => line.split('  ')[0])).toEqual(
      result.hits.map(({ id }: { readonly id: string }) => id),
    );
  });

  it('[RC46] marks the words at a terminal, unless NO_COLOR is set', async () => {
    const { printed } = await run(['search', 'deploys'], AT_TERMINAL);
    expect(printed).toContain('after a \u001b[1;33mdeploy\u001b[22;39m.');
    const env = {
      WAYMARK_DATA_DIR: join(root, 'memory'),
      WAYMARK_WORKSPACE: 'acme',
      NO_COLOR: '1',
    };
    expect((await run(['search', 'deploys'], { ...AT_TERMINAL, env })).printed).not.toContain(
      '\u001b',
    );
    expect((await search('deploys')).printed).not.toContain('\u001b');
  });

  it('[RC47] lists the newest without words, within the flags', async () => {
    const newest = await search('--limit', '1');
    expect(newest.printed).toContain('beware');
    expect(newest.printed).toContain('There is more: add --limit 2.');
    const rules = await search('--kind', 'rule');
    expect(rules.printed).toMatch(/^RULE-001 {2}rule/);
    const both = await search('cache', '--kind', 'rule', '--kind', 'task', '--limit', '5');
    const kinds = [...both.printed.matchAll(/^\S+ {2}(\w+)/gm)].map(([, kind]) => kind);
    expect(new Set(kinds)).toEqual(new Set(['rule', 'task']));
    expect((await search('cache', '--since', '2026-01-06')).printed).toContain('Nothing about');
    expect((await search('cache', '--until', '2026-01-05')).printed).toContain('CARD-');
    expect((await search('cache', '--about', 'TASK-001')).printed).not.toContain('RULE-001');
  });

  it('[RC48] opens what an id names, with its neighbours and the next command', async () => {
    const { code, printed } = await search('TASK-001');
    expect(code).toBe(0);
    expect(printed).toMatch(/^TASK-001 {2}task/);
    expect(printed).toContain('title: Warm the cache up');
    expect(printed).toMatch(/\nwaymark (call|search) .+\n$/);
    expect((await search('rule:RULE-001')).printed).toContain('Never clear the cache by hand.');
  });

  it('[RC48] searches for a word that is no id, and for a number', async () => {
    expect((await search('90')).printed).toContain('Reads miss for 90 s');
    expect((await search('main')).printed).not.toContain('branch');
    const gone = await search('CARD-999');
    expect(gone.logged).toBe('waymark: nothing has the id CARD-999; these have its words\n');
    expect(gone.printed).toContain('CARD-');
    expect((await search('sha256')).printed).toBe('Nothing about "sha256" was found.\n');
  });

  it('[RC49] prints what agents get as JSON', async () => {
    const { printed } = await search('cache', 'key', '--json', '--limit', '1');
    expect(JSON.parse(printed)).toMatchObject({
      hits: [{ kind: 'card', text: 'The cache key has no build id.', by: 'cli-ann' }],
    });
    expect(JSON.parse((await search('TASK-001', '--json')).printed)).toMatchObject({
      ...{ id: 'TASK-001', kind: 'task' },
    });
  });

  it('[RC50] says what to type next where nothing is found', async () => {
    const { code, printed } = await search('cachette');
    expect(code).toBe(0);
    expect(printed).toBe('Nothing about "cachette" was found.\nwaymark search cache\n');
    const env = { WAYMARK_DATA_DIR: join(root, 'empty'), WAYMARK_WORKSPACE: 'acme' };
    const empty = await run(['search'], { env });
    expect(empty).toMatchObject({ code: 0, printed: 'Nothing is remembered here yet.\n' });
  });

  it.each([
    ['a misspelled kind', ['--kind', 'crad'], 2, 'did you mean --kind card?'],
    ['an unknown kind', ['--kind', 'x'], 2, 'expected note, trace, card'],
    ['a limit that is none', ['--limit', 'all'], 2, 'expected a number from 1 to 100'],
    ['a limit that is too high', ['--limit', '101'], 2, 'expected a number from 1 to 100'],
    ['a day that is none', ['--since', 'yore'], 1, 'since: a day or a time'],
    ['an unknown id', ['--about', 'TASK-999'], 1, 'TASK-999'],
  ])('[RC50] refuses %s in a sentence', async (_what, words, code, says) => {
    const ran = await search('cache', ...words);
    expect(ran).toMatchObject({ code, printed: '' });
    expect(ran.logged).toMatch(/^waymark: /);
    expect(ran.logged).toContain(says);
  });

  it('[RC51] shows neither secrets nor signs that a terminal obeys', async () => {
    expect((await search('token')).printed).not.toContain('ghp_');
    const { printed } = await run(['search', 'beware'], AT_TERMINAL);
    expect(printed).toContain('\ufffd]0;owned\ufffd of terminals');
    const [, id = ''] = /(evt_\d+)/.exec(printed) ?? [];
    expect((await run(['search', id], AT_TERMINAL)).printed).toContain('\ufffd]0;owned');
  });

  it('[RC51] writes nothing, and binds no directory', async () => {
    const made = join(root, 'project');
    mkdirSync(join(made, '.git'), { recursive: true });
    const env = { WAYMARK_DATA_DIR: join(root, 'other') };
    expect((await run(['search', 'x'], { env, cwd: made })).code).toBe(0);
    const { printed } = await run(['workspaces'], { env, cwd: made });
    expect(printed).toBe('None yet: the first call in a project creates one.\n');
  });
});
