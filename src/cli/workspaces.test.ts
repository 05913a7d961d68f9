/** Tests of `waymark workspaces`; the rules are in docs/spec/identity.md. */

import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
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

describe('a directory that was renamed', () => {
  const note = (cwd: string, content: string) =>
    run(cwd, 'call', 'notes_commit', `content=${content}`);

  // Memory file systems store no time of creation, and nothing is recognised there.
  const birth = statSync(tmpdir(), { bigint: true }).birthtimeNs;

  it.runIf(birth > 0n)(
    '[ID50] keeps its memory, and a new project at the old path gets its own',
    async () => {
      const api = project('api');
      await note(api, 'zebra');
      const renamed = join(root, 'server');
      renameSync(api, renamed);
      expect(await run(renamed, 'search', 'zebra'), 'only read').toContain('zebra');
      await note(renamed, 'lion');
      expect(await run(renamed, 'search', 'zebra')).toContain('zebra');
      const other = project('api');
      await note(other, 'tiger');
      expect(await run(other, 'search', 'zebra')).not.toContain('| zebra');
      expect(await run(root, 'workspaces')).toMatch(/^api-2 .*\n {4}.*\/api\n/m);
    },
  );

  it('[ID50] is another project while something is at the old path', async () => {
    const api = project('api');
    await note(api, 'zebra');
    renameSync(api, join(root, 'old'));
    project('api');
    expect(await run(join(root, 'old'), 'status')).toContain('new: nothing is remembered yet');
  });

  it('[ID51] status names the command where it is not certain', async () => {
    const api = project('api');
    await note(api, 'zebra');
    rmSync(api, { recursive: true });
    const renamed = project('server');
    const told = await run(renamed, 'status');
    const command = `waymark workspaces bind api ${renamed}`;
    expect(told).toContain(`If this directory was ${api}, its memory is api.`);
    expect(told).toContain(`run this command and reconnect: ${command}\n`);
    expect(await run(renamed, 'search', 'zebra')).not.toContain('zebra\n');
    await run(root, ...command.split(' ').slice(1));
    expect(await run(renamed, 'search', 'zebra')).toContain('zebra');
    expect(await run(project('more'), 'status')).not.toContain('workspaces bind');
  });

  it.each([['status'], ['recall', 'query=zebra'], ['tasks_snapshot'], ['init'], ['show']])(
    '[ID51] so does the first answer of the tool %s, and no later one',
    async (...words) => {
      const api = project('api');
      await note(api, 'zebra');
      rmSync(api, { recursive: true });
      const renamed = project('server');
      const command = `run this command and reconnect: waymark workspaces bind api ${renamed}`;
      const told = await run(renamed, 'call', ...words);
      expect(told).toMatch(/^0 /);
      expect(told).toContain(command);
      await note(renamed, 'lion');
      expect(await run(renamed, 'call', ...words)).not.toContain('workspaces bind');
    },
  );

  it('[ID51] a directory that was never written about is not named', async () => {
    const api = project('api');
    await run(api, 'call', 'status');
    rmSync(api, { recursive: true });
    expect(await run(project('server'), 'call', 'status')).not.toContain('workspaces bind');
  });
});

describe('--workspace', () => {
  it('[CO52] must exist where a command only reads, and is created by a call that writes', async () => {
    const api = project('api');
    const named = (...words: string[]) => run(api, ...words, '--workspace', 'apy');
    expect(await named('status'), 'no workspace exists').toMatch(/^0 /);
    await run(api, 'call', 'notes_commit', 'content=zebra');
    const reading = [
      ['status'],
      ['search', 'zebra'],
      ['call', 'status'],
      ['call', 'show'],
      ['call', 'graph_next', 'project=p'],
      ['call', 'graph_open'],
      ['call', 'merge', 'from=a', 'into=b', 'dry_run=true'],
      ['call', 'thoughtbox_gateway', 'operation=session', 'subOperation=list'],
      ['call', 'thoughtbox_gateway', '{"operation":"call","tool":"show"}'],
    ];
    for (const words of reading) {
      const told = await named(...words);
      expect(told).toMatch(/^2 /);
      expect(told).toContain('There is no workspace apy; did you mean api?\n');
    }
    expect(await run(api, 'status', '--workspace', 'api')).toMatch(/^0 /);
    expect(await named('call', 'notes_commit', 'content=x')).toMatch(/^0 /);
    expect(await named('status')).toMatch(/^0 /);
  });

  it.each([
    ['graph_open', 'project=p'],
    ['graph_next', '{"project":"p","claim":true}'],
    ['tasks_close_task', '{"task":"TASK-001","apply":true}'],
  ])('[CO52] may be new where %s writes', async (...words) => {
    const api = project('api');
    await run(api, 'call', 'notes_commit', 'content=zebra');
    const told = await run(api, 'call', ...words, '--workspace', 'apy');
    expect(told).not.toContain('There is no workspace');
  });
});
