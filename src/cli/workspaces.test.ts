/** Tests of `waymark workspaces`; the rules are in docs/spec/identity.md. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QUIET } from '../../test/support/outside.ts';
import type { Outside } from './outside.ts';
import { runCommandLine } from './program.ts';

let root: string;
let printed: string;
let logged: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'waymark-workspaces-')));
  printed = '';
  logged = '';
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function outside(cwd: string): Outside {
  return {
    ...QUIET,
    env: { WAYMARK_DATA_DIR: join(root, 'data') },
    cwd,
    home: join(root, 'ann'),
    print: (text) => {
      printed += text;
    },
    log: (text) => {
      logged += text;
    },
  };
}

function project(name: string): string {
  const made = join(root, name);
  mkdirSync(join(made, '.git'), { recursive: true });
  return made;
}

/** What a command prints, run in a directory. */
async function run(cwd: string, ...words: string[]): Promise<string> {
  printed = '';
  logged = '';
  const code = await runCommandLine(words, outside(cwd));
  return `${code} ${printed}${logged}`;
}

describe('waymark workspaces', () => {
  it('[ID10] lists names, directories, counts and last use', async () => {
    const api = project('api');
    expect(await run(api, 'workspaces')).toBe(
      '0 None yet: the first call in a project creates one.\n',
    );
    await run(api, 'call', 'tasks_macro_start', '{"task_title":"One"}');
    await run(project('other/api'), 'call', 'status');
    const printed = await run(api, 'workspaces');
    expect(printed).toMatch(
      /^0 api {2}\(\d+ events, 1 of 1 tasks open; last used 2026-01-05T00:00:00\.000Z\)$/m,
    );
    expect(printed).toContain(`\n    ${api}\n`);
    expect(printed).toContain('api-2  (0 events; not used yet)\n');
    const { workspaces } = JSON.parse((await run(api, 'workspaces', '--json')).slice(2));
    expect(workspaces).toMatchObject([
      { name: 'api', directories: [api], origins: [], tasks: 1, open_tasks: 1 },
      { name: 'api-2', events: 0, last_use: null },
    ]);
  });

  it('[ID10] renames one, and the old name still reaches it', async () => {
    const api = project('api');
    await run(api, 'call', 'notes_commit', '{"content":"x"}');
    expect(await run(api, 'workspaces', 'rename', 'api', 'client-one')).toMatch(
      /^0 api is now called/,
    );
    expect(await run(api, 'call', 'status')).toContain(`client-one is ${api}`);
    expect(await run(api, 'call', 'log', '{"workspace":"api"}')).toContain('"artifact":"x"');
    expect(await run(api, 'status')).toContain('Workspaces  client-one\n');
  });

  it('[ID10] [ID11] binds a directory to one, and status names both', async () => {
    const api = project('api');
    await run(api, 'call', 'notes_commit', '{"content":"x"}');
    const other = project('other');
    expect(await run(other, 'workspaces', 'bind', 'api')).toBe(
      `0 ${other} belongs to api from now on.\n`,
    );
    expect(await run(other, 'call', 'status')).toContain(`api is ${api} and 1 more`);
    expect(await run(root, 'workspaces', 'bind', 'api', join(root, 'ann'))).toMatch(/^2 /);
  });

  it.each([
    [['rename', 'nowhere', 'x'], 'The workspace nowhere does not exist'],
    [['rename', 'api', 'api'], 'The workspace api already exists'],
    [['rename', 'api', 'not ok'], 'is not a valid name'],
    [['rename', 'api'], 'waymark workspaces rename OLD NEW'],
    [['forget', 'api'], 'waymark workspaces bind NAME [DIR]'],
  ])('[ID10] refuses %j', async (words, says) => {
    const api = project('api');
    await run(api, 'call', 'notes_commit', '{"content":"x"}');
    const printed = await run(api, 'workspaces', ...words);
    expect(printed).toMatch(/^2 /);
    expect(printed).toContain(says);
    expect(await run(api, 'call', 'status')).toContain(`api is ${api}`);
  });
});
