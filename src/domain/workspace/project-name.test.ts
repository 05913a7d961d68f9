/** Names of projects and forms of origins, named by the rules in docs/spec/identity.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WORKSPACE_ID } from '../../kernel/ids.ts';
import { normalOrigin } from './origin.ts';
import { chooseWorkspace, type KnownBindings, type Project, validName } from './project-name.ts';

const project: Project = { directory: '/u/ann/api', names: ['api'], formerNames: ['api'] };

function known(taken: readonly string[], more: Partial<KnownBindings> = {}): KnownBindings {
  return { waiting: [], isTaken: (name) => taken.includes(name), ...more };
}

describe('the workspace of a project', () => {
  it('[ID3] [ID6] is that of its directory, else of its origin, else a name of its own', () => {
    const cloned = { ...project, origin: 'github.com/acme/api' };
    const both = known([], { byDirectory: 'mine', byOrigin: 'acme/api' });
    expect(chooseWorkspace(cloned, both)).toEqual({ workspace: 'mine', bind: [] });
    expect(chooseWorkspace(cloned, known([], { byOrigin: 'acme/api' }))).toEqual({
      workspace: 'acme/api',
      bind: [{ kind: 'directory', value: '/u/ann/api', workspace: 'acme/api' }],
    });
    expect(chooseWorkspace(project, known([])).workspace).toBe('api');
  });

  it('[ID4] gets a number if another project has the name', () => {
    expect(chooseWorkspace(project, known(['api'])).workspace).toBe('api-2');
    expect(chooseWorkspace(project, known(['api', 'api-2'])).workspace).toBe('api-3');
    const long = { ...project, names: ['x'.repeat(200)] };
    const name = chooseWorkspace(long, known(['x'.repeat(128)])).workspace;
    expect(name).toMatch(WORKSPACE_ID);
    expect(name.endsWith('-2')).toBe(true);
  });

  it('[ID4] is never home, and never empty', () => {
    expect(chooseWorkspace({ ...project, names: ['home'] }, known([])).workspace).toBe('home-2');
    expect(chooseWorkspace({ ...project, names: ['!!'] }, known([])).workspace).toBe('project');
  });

  it('[ID7] is the one with its former name, if no project has claimed it', () => {
    const found = chooseWorkspace(project, known(['api'], { waiting: ['api'] }));
    expect(found).toMatchObject({ workspace: 'api', adopted: 'api' });
    const bound = known(['api'], { waiting: ['api'], byDirectory: 'mine' });
    expect(chooseWorkspace(project, bound)).toEqual({ workspace: 'mine', bind: [] });
  });

  it('[ID50] is that of the same directory under its former path, if nothing is there now', () => {
    const renamed = { ...project, identity: '1:2:3', isGone: (path: string) => path === '/u/old' };
    const seenAt = (directory: string) =>
      known(['old'], { seen: [{ directory, workspace: 'old' }], isIdentified: false });
    const identity = { kind: 'identity', value: '1:2:3 /u/ann/api' };
    expect(chooseWorkspace(renamed, seenAt('/u/old'))).toEqual({
      workspace: 'old',
      bind: [
        { kind: 'directory', value: '/u/ann/api', workspace: 'old' },
        { ...identity, workspace: 'old' },
      ],
      movedFrom: '/u/old',
    });
    expect(chooseWorkspace(renamed, seenAt('/u/there'))).toMatchObject({
      workspace: 'api',
      bind: [{ kind: 'directory' }, { ...identity, workspace: 'api' }],
    });
    const bound = { ...seenAt('/u/old'), byDirectory: 'mine', isIdentified: true };
    expect(chooseWorkspace(renamed, bound)).toEqual({ workspace: 'mine', bind: [] });
  });

  it.each([
    ['my project', 'my-project'],
    ['.dotfiles', 'dotfiles'],
    ['Ünïcode', 'Ünïcode'],
    ['U\u0308ber', 'Über'],
    ['项目', '项目'],
    ['プロジェクト', 'プロジェクト'],
    ['परियोजना', 'परियोजना'],
    ['acme/api', 'acme/api'],
    ['v1.2_x', 'v1.2_x'],
    ['My Project!', 'My-Project'],
    ['', undefined],
    ['🧭', undefined],
  ])('[ID4] of a folder %s would be %s', (name, id) => {
    expect(validName(name)).toBe(id);
  });

  it('[ID4] is a valid name for any name of a folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        const { workspace } = chooseWorkspace({ ...project, names: [name] }, known([]));
        expect(workspace).toMatch(WORKSPACE_ID);
      }),
    );
  });
});

describe('an origin', () => {
  const keyOf = (url: string) => normalOrigin(url, (path) => `/real${path}`)?.key;

  it.each([
    'https://github.com/acme/api',
    'https://github.com/acme/api.git',
    'https://ann:secret@GitHub.com/acme/api.git/',
    'http://github.com:80/acme/api',
    'ssh://git@github.com/acme/api.git',
    'ssh://git@github.com:22/acme/api',
    'git@github.com:acme/api.git',
    'github.com:acme/api',
    'git://github.com:9418/acme/api.git',
  ])('[ID5] %s is github.com/acme/api', (url) => {
    expect(keyOf(url)).toBe('github.com/acme/api');
    expect(normalOrigin(url, (path) => path)?.name).toBe('acme/api');
  });

  it('[ID5] differs by host, port, owner and case of its path', () => {
    const others = [
      'https://gitlab.com/acme/api',
      'https://github.com:8443/acme/api',
      'https://github.com/other/api',
      'https://github.com/acme/Api',
    ].map(keyOf);
    expect(new Set([...others, 'github.com/acme/api']).size).toBe(5);
  });

  it('[ID5] of a local repository is its path', () => {
    expect(keyOf('/srv/git/api.git')).toBe('file:/real/srv/git/api');
    expect(keyOf('file:///srv/git/api.git')).toBe('file:/real/srv/git/api');
    expect(normalOrigin('/srv/git/api.git', (path) => path)?.name).toBeUndefined();
  });

  it.each(['', '  ', 'https://', 'https://github.com/'])('[ID5] %j is none', (url) => {
    expect(keyOf(url)).toBeUndefined();
  });
});
