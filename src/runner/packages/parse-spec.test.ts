import { describe, expect, it } from 'vitest';
import { parsePackageJson, parseSpecs } from './parse-spec.ts';

describe('[RN60] specs that name a package', () => {
  it.each([
    ['left-pad', 'left-pad', 'latest'],
    ['zod@4', 'zod', '4'],
    ['zod@^4.1', 'zod', '^4.1'],
    ['@scope/a.b_c-d@~1.2.3', '@scope/a.b_c-d', '~1.2.3'],
    ['x@1.2.3-beta.1', 'x', '1.2.3-beta.1'],
    ['x@1.x', 'x', '1.x'],
    ['x@next', 'x', 'next'],
  ])('%s', (spec, name, range) => {
    expect(parseSpecs([spec])).toEqual({ kind: 'parsed', dependencies: [{ name, range }] });
  });
});

const HOSTILE = [
  ...['', ' ', '-g', '--global', '--registry=http://evil', '-', '--', '@', '@/', '@a', '@a/', '/a'],
  ...[
    '--ignore-scripts=false',
    'a --ignore-scripts=false',
    'a\n--unsafe-perm',
    'a\0b',
    'a\tb',
    ' a',
  ],
  ...[
    'git+https://evil/x.git',
    'git://evil/x',
    'git@github.com:a/b.git',
    'github:a/b',
    'a/b',
    'a/b#c',
  ],
  ...[
    'gist:123',
    'gitlab:a/b',
    'bitbucket:a/b',
    'git+ssh://git@evil/x',
    'x@git+https://evil/x.git',
  ],
  ...[
    'http://evil/x.tgz',
    'https://evil/x.tgz',
    'x@https://evil/x.tgz',
    'x@http://evil',
    '//evil/x',
  ],
  ...[
    'file:../x',
    'x@file:../x',
    './x',
    '../x',
    '../../etc',
    '/etc/passwd',
    '~/x',
    'x.tgz/../y',
    'C:\\x',
  ],
  ...['link:../x', 'x@link:../x', 'x@npm:y', 'x@npm:y@1', 'npm:y', 'workspace:*', 'x@workspace:^'],
  ...[
    'a;rm -rf /',
    'a&&b',
    'a|b',
    '$(id)',
    '`id`',
    'a$IFS',
    'x@1;id',
    'x@$(id)',
    'x@1 || id',
    'a>b',
  ],
  ...['x@1\n', 'x\n', 'x@\n1', 'x@1 2', 'x@', 'x@@1', 'x@1@2', 'x@>=1 <2', 'x@*', 'x@""', "x@'1'"],
  ...[
    'lеft-pad',
    'ｌeft-pad',
    'left\u200bpad',
    'left\u202epad',
    'é',
    'İ',
    'x@１',
    'x@latest\u0000',
  ],
  ...['Left-Pad', '.hidden', '_x', '__proto__', '..', '.', 'a..b', 'node_modules', 'favicon.ico'],
  ...['a%2fb', 'a%00', '@a/../b', '@../a', '@a/b/c', '@a/-b', '@-a/b', `${'a'.repeat(215)}`],
  ...[
    `x@${'1'.repeat(300)}`,
    'x@1.2.3.4',
    'x@v1',
    'x@latest;',
    'x@..',
    'x@../y',
    'x@/etc',
    'x@~/y',
  ],
  ...[
    'x@--registry',
    'x@-1',
    'patch:x',
    'x@patch:y',
    'portal:../x',
    'catalog:',
    'x@catalog:default',
  ],
];

describe('[RN60] specs that name something else', () => {
  it.each(HOSTILE)('%j is refused', (spec) => {
    const parsed = parseSpecs([spec]);
    expect(parsed).toMatchObject({ kind: 'refused' });
    const at = spec.indexOf('@', 1);
    const [name, range] = at < 0 ? [spec, 'latest'] : [spec.slice(0, at), spec.slice(at + 1)];
    const text = JSON.stringify({ dependencies: { [name]: range } });
    const asJson = text.replace('{}', '{"__proto__":"latest"}');
    expect(parsePackageJson(asJson)).toMatchObject({ kind: 'refused' });
  });
});

it('[RN75] a spec is refused as it was sent', () => {
  const message = (spec: string) => {
    const parsed = parseSpecs([spec]);
    return parsed.kind === 'refused' ? parsed.message : 'parsed';
  };
  expect(message('--foo')).toMatch(/^"--foo" is no package of the registry/);
  expect(message('a@>1')).toMatch(/^"a@>1" is no package of the registry/);
});

it('[RN60] a name is given once, and at most fifty are', () => {
  expect(parseSpecs(['a@1', 'a@2'])).toMatchObject({ message: 'The package a is named twice.' });
  expect(parseSpecs(Array.from({ length: 51 }, (_, n) => `a${n}`))).toMatchObject({
    message: 'A notebook may name 50 packages; these are 51.',
  });
});

it('[RN60] only the dependencies of a package.json are read', () => {
  const text = JSON.stringify({
    ...{ scripts: { install: 'id' }, overrides: { zod: 'file:..' }, workspaces: ['..'] },
    ...{ devDependencies: { evil: 'file:..' }, publishConfig: { registry: 'http://evil' } },
    dependencies: { zod: '^4' },
  });
  expect(parsePackageJson(text)).toEqual({
    ...{ kind: 'parsed', dependencies: [{ name: 'zod', range: '^4' }] },
  });
  expect(parsePackageJson('{}')).toEqual({ kind: 'parsed', dependencies: [] });
});

it.each([
  '',
  '[]',
  'null',
  '{"dependencies":[]}',
  '{"dependencies":"x"}',
  '{"dependencies":{"a":1}}',
])('[RN60] %j is no package.json', (text) => {
  expect(parsePackageJson(text)).toMatchObject({ kind: 'refused' });
});
