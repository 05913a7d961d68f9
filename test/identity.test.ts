/**
 * Twenty situations, each with the workspace it gets, named by the rules in docs/spec/identity.md:
 * [ID1], [ID2], [ID4], [ID6], [ID8] and [ID10] are in the table.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProject } from '../src/config/find-project.ts';
import { HOME_WORKSPACE } from '../src/domain/workspace/project-name.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/port.ts';
import { ENGINES, type TestPlace } from './support/engines.ts';
import { makeOlder } from './support/older-memory.ts';

let root: string;
let home: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'waymark-identity-')));
  home = directory('home/ann');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function directory(path: string): string {
  const made = join(root, path);
  mkdirSync(made, { recursive: true });
  return made;
}

function git(at: string, ...words: string[]): void {
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
  execFileSync('git', [...who, ...words], { cwd: at, stdio: 'ignore' });
}

function repository(path: string, origin?: string): string {
  const made = directory(path);
  git(made, 'init', '-q');
  if (origin !== undefined) git(made, 'remote', 'add', 'origin', origin);
  return made;
}

function commit(at: string): void {
  git(at, 'commit', '-q', '--allow-empty', '-m', 'x');
}

interface Scene {
  /** The workspace that a directory gets, as a server started there would ask. */
  at(directory: string): Promise<string>;
  readonly store: Store;
}

type Situation = readonly [rule: string, what: string, play: (scene: Scene) => Promise<void>];

const SITUATIONS: readonly Situation[] = [
  [
    'I4',
    'two repositories with one name',
    async ({ at }) => {
      expect(await at(repository('home/ann/c1/api'))).toBe('api');
      expect(await at(repository('home/ann/c2/api'))).toBe('api-2');
      expect(await at(repository('home/ann/c3/api'))).toBe('api-3');
      expect(await at(join(home, 'c1/api'))).toBe('api');
    },
  ],
  [
    'I1',
    'a worktree, before and after its repository',
    async ({ at }) => {
      const main = repository('home/ann/api');
      commit(main);
      git(main, 'worktree', 'add', '-q', '../feature');
      expect(await at(join(home, 'feature'))).toBe('api');
      expect(await at(main)).toBe('api');
    },
  ],
  [
    'I1',
    'a worktree of a bare repository',
    async ({ at }) => {
      const main = repository('home/ann/src');
      commit(main);
      git(main, 'clone', '-q', '--bare', '.', '../shop.git');
      git(join(home, 'shop.git'), 'remote', 'remove', 'origin');
      git(join(home, 'shop.git'), 'worktree', 'add', '-q', '../one', 'HEAD');
      git(join(home, 'shop.git'), 'worktree', 'add', '-q', '../two', 'HEAD');
      expect(await at(join(home, 'one'))).toBe('shop');
      expect(await at(join(home, 'two'))).toBe('shop');
    },
  ],
  [
    'I1',
    'a folder of a repository, from the command line and from a client',
    async ({ at }) => {
      repository('home/ann/acme');
      expect(await at(directory('home/ann/acme/packages/web'))).toBe('acme');
      expect(await at(join(home, 'acme'))).toBe('acme');
    },
  ],
  [
    'I1',
    'a repository inside another',
    async ({ at }) => {
      const outer = repository('home/ann/acme');
      const inner = repository('home/ann/acme/vendor/lib');
      expect(await at(outer)).toBe('acme');
      expect(await at(inner)).toBe('lib');
    },
  ],
  [
    'I1',
    'a submodule',
    async ({ at }) => {
      const library = repository('home/ann/library');
      commit(library);
      const outer = repository('home/ann/acme');
      git(outer, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library, 'lib');
      expect(await at(outer)).toBe('acme');
      // Its origin is the library's own repository, which was never opened.
      expect(await at(join(outer, 'lib'))).toBe('lib');
    },
  ],
  [
    'I1',
    'folders without git, each its own',
    async ({ at }) => {
      expect(await at(directory('home/ann/plain'))).toBe('plain');
      expect(await at(directory('home/ann/plain/inner'))).toBe('inner');
      expect(await at(directory('home/ann/other/plain'))).toBe('plain-2');
    },
  ],
  [
    'I2',
    'the root of the file system and the home directory',
    async ({ at }) => {
      expect(await at('/')).toBe(HOME_WORKSPACE);
      expect(await at(home)).toBe(HOME_WORKSPACE);
    },
  ],
  [
    'I2',
    'a home directory in git, and a folder in it',
    async ({ at }) => {
      git(home, 'init', '-q');
      expect(await at(home)).toBe(HOME_WORKSPACE);
      expect(await at(directory('home/ann/notes'))).toBe('notes');
    },
  ],
  [
    'I2',
    'a link to a folder',
    async ({ at }) => {
      const real = repository('home/ann/real');
      symlinkSync(real, join(root, 'link'));
      expect(await at(join(root, 'link'))).toBe('real');
      expect(await at(real)).toBe('real');
    },
  ],
  [
    'I4',
    'a folder in Chinese, and one with an umlaut',
    async ({ at }) => {
      expect(await at(repository('home/ann/项目'))).toBe('项目');
      expect(await at(directory('home/ann/Büro 2'))).toBe('Büro-2');
    },
  ],
  [
    'I4',
    'an origin with an owner',
    async ({ at }) => {
      expect(await at(repository('home/ann/x', 'git@github.com:acme/api.git'))).toBe('acme/api');
    },
  ],
  [
    'I6',
    'two clones of one origin, spelled in two ways',
    async ({ at }) => {
      expect(await at(repository('a/api', 'https://github.com/acme/api'))).toBe('acme/api');
      expect(await at(repository('b/other', 'git@github.com:acme/api.git'))).toBe('acme/api');
    },
  ],
  [
    'I6',
    'two clones of an origin on this machine',
    async ({ at }) => {
      const source = repository('home/ann/source');
      commit(source);
      git(root, 'clone', '-q', source, 'one');
      git(root, 'clone', '-q', source, 'two');
      expect(await at(join(root, 'one'))).toBe('one');
      expect(await at(join(root, 'two'))).toBe('one');
    },
  ],
  [
    'I6',
    'a remote that was renamed',
    async ({ at }) => {
      const api = repository('home/ann/api', 'https://github.com/acme/api');
      expect(await at(api)).toBe('acme/api');
      git(api, 'remote', 'set-url', 'origin', 'https://github.com/newcorp/api');
      expect(await at(api)).toBe('acme/api');
      expect(await at(repository('clone', 'https://github.com/newcorp/api'))).toBe('acme/api');
      git(api, 'remote', 'remove', 'origin');
      expect(await at(api)).toBe('acme/api');
    },
  ],
  [
    'I6',
    'a repository that was moved',
    async ({ at }) => {
      expect(await at(repository('old/api', 'https://github.com/acme/api'))).toBe('acme/api');
      rmSync(join(root, 'old'), { recursive: true });
      expect(await at(repository('new/api', 'https://github.com/acme/api'))).toBe('acme/api');
    },
  ],
  [
    'I4',
    'a name that was given to another workspace',
    async ({ at, store }) => {
      await write(store, 'api');
      expect(await at(repository('home/ann/api'))).toBe('api-2');
    },
  ],
  [
    'I8',
    'the same project from several processes at once',
    async ({ at }) => {
      const [one, two] = [repository('a/api'), repository('b/api')];
      const got = await Promise.all([one, two, one, two, one, two].map(at));
      expect(new Set(got)).toEqual(new Set(['api', 'api-2']));
      expect(new Set([got[0], got[2], got[4]]).size).toBe(1);
      expect(new Set([got[1], got[3], got[5]]).size).toBe(1);
    },
  ],
  [
    'I10',
    'a workspace that was renamed, and a directory bound by hand',
    async ({ at, store }) => {
      const api = repository('a/api');
      await write(store, await at(api));
      expect(await store.projects.rename('api', 'client-one', 1)).toBe('renamed');
      expect(await at(api)).toBe('client-one');
      expect(await store.workspaces()).toEqual(['client-one']);
      // A server that still uses the old name means the same workspace, and creates no second one.
      await write(store, 'api');
      expect(await store.workspaces()).toEqual(['client-one']);
      expect(await store.read('api', async (tx) => [tx.workspace, tx.head])).toEqual([
        'client-one',
        2,
      ]);
      expect(await at(repository('b/api'))).toBe('api-2');
      const plain = directory('plain');
      await store.projects.bind(projectAt(plain), 'client-one', 2);
      expect(await at(plain)).toBe('client-one');
      expect(await store.projects.rename('gone', 'x', 3)).toBe('unknown');
      expect(await store.projects.rename('client-one', 'api-2', 3)).toBe('taken');
      expect(await store.check()).toEqual([]);
    },
  ],
];

function projectAt(at: string) {
  const project = findProject({ directory: at, home });
  if (!project) throw new Error(`${at} is not a project`);
  return project;
}

async function write(store: Store, workspace: string): Promise<void> {
  await store.write({ workspace, agent: 'ann', nowMs: 1 }, async (tx) => {
    await tx.append([
      tx.head === 0
        ? { type: 'workspace_initialized', entity: 'workspace', payload: { branch: 'main' } }
        : { type: 'focus_changed', entity: 'workspace', payload: { from: null, to: null } },
    ]);
    return true;
  });
}

describe.each(ENGINES)('identity on $name', (engine) => {
  let place: TestPlace;

  beforeEach(async () => {
    place = await engine.migrated();
  });
  afterEach(() => place.remove());

  it.each(SITUATIONS)('[%s] %s', async (_rule, _what, play) => {
    const store = await openStore(place);
    const second = await openStore(place);
    let turn = 0;
    try {
      await play({
        store,
        async at(directory) {
          const project = findProject({ directory, home });
          // Uses the two stores in turn: what one has bound the other knows.
          const asked = turn++ % 2 === 0 ? store : second;
          return project ? asked.projects.workspaceOf(project, turn) : HOME_WORKSPACE;
        },
      });
    } finally {
      await store.close();
      await second.close();
    }
  });

  it('[ID9] a backup holds the bindings', async () => {
    const store = await openStore(place);
    const api = projectAt(repository('a/api', 'https://github.com/acme/api'));
    await write(store, await store.projects.workspaceOf(api, 7));
    const file = join(root, 'copy.db');
    await store.backup(file);
    await store.close();
    const copy = await openStore({ dataDir: root, databaseFile: file });
    expect(await copy.projects.lookUp({ ...api, directory: '/elsewhere' })).toBe('acme/api');
    await copy.close();
  });

  it('[ID7] workspaces of an earlier store are bound to the projects they were named after', async () => {
    const old = await openStore(place);
    for (const name of ['api', 'web', 'acme', 'lonely']) await write(old, name);
    const focused = { workspace: 'api', agent: 'ann', nowMs: 2 };
    await old.write(focused, async (tx) => {
      const payload = { from: null, to: null };
      await tx.append([{ type: 'focus_changed', entity: 'workspace', payload }]);
      return true;
    });
    await old.close();
    await makeOlder(place);
    const store = await openStore(place);
    const at = (path: string) => store.projects.workspaceOf(projectAt(path), 3);
    // Its folder counts before its origin, because that is where its memory is.
    expect(await at(repository('a/api', 'https://github.com/acme/api'))).toBe('api');
    expect(await at(repository('b/api'))).toBe('api-2');
    expect(await at(join(root, 'a/api'))).toBe('api');
    // One was named by a client after the folder, the other by the command line after the
    // repository.
    repository('acme');
    expect(await at(directory('acme/packages/web'))).toBe('acme');
    expect(await at(repository('other/web'))).toBe('web');
    // A workspace that is named explicitly now is not bound to a project.
    await write(store, 'named');
    expect(await at(repository('named'))).toBe('named-2');
    expect(await store.workspaces()).toContain('lonely');
    expect(await store.check()).toEqual([]);
    await store.close();
  });

  it('[ID3] a read binds nothing', async () => {
    const store = await openStore(place);
    const api = projectAt(repository('a/api'));
    expect(await store.projects.lookUp(api)).toBe('api');
    expect(await store.projects.all()).toEqual([]);
    await store.close();
  });
});

describe('a folder that only looks like a repository', () => {
  it('[ID1] counts by its .git, whatever that contains', () => {
    const at = directory('home/ann/odd');
    writeFileSync(join(at, '.git'), 'gitdir: elsewhere\n');
    mkdirSync(join(at, 'inner'));
    expect(projectAt(join(at, 'inner')).directory).toBe(at);
    rmSync(join(at, '.git'));
    writeFileSync(join(at, '.git'), 'nonsense');
    expect(projectAt(join(at, 'inner')).directory).toBe(join(at, 'inner'));
  });
});
