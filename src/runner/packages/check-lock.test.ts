import { expect, it } from 'vitest';
import { checkLock } from './check-lock.ts';

const REGISTRY = 'https://registry.example/npm/';
const SHA512 = `sha512-${'A'.repeat(86)}==`;
const GOOD = { version: '1.0.0', integrity: SHA512 };

function lock(packages: Record<string, unknown>, more: Record<string, unknown> = {}): string {
  const root = { name: 'notebook', dependencies: { a: '^1' } };
  return JSON.stringify({ lockfileVersion: 3, packages: { '': root, ...packages }, ...more });
}

it('[RN61] a sound lock comes back in one form, with what it asks for', () => {
  const checked = checkLock(
    lock({
      'node_modules/a': { ...GOOD, resolved: 'https://registry.example/npm/a/-/a.tgz' },
      'node_modules/@s/b': { ...GOOD, hasInstallScript: true },
      'node_modules/@s/b/node_modules/a': { ...GOOD, name: 'other' },
    }),
    REGISTRY,
  );
  expect(checked).toMatchObject({
    ...{ kind: 'sound', packages: 3, wantedScripts: ['@s/b'] },
    dependencies: [{ name: 'a', range: '^1' }],
  });
  const again = checked.kind === 'sound' ? checkLock(checked.text, REGISTRY) : undefined;
  expect(again).toEqual(checked);
});

it('[RN61] what npm kept beside the packages is left out', () => {
  const checked = checkLock(
    lock({ 'node_modules/a': GOOD }, { dependencies: { evil: { version: 'file:..' } }, extra: 1 }),
    REGISTRY,
  );
  expect(checked.kind === 'sound' && checked.text).not.toMatch(/evil|extra/);
});

it.each([
  ['another host', { 'node_modules/a': { ...GOOD, resolved: 'https://evil.example/a.tgz' } }],
  ['another port', { 'node_modules/a': { ...GOOD, resolved: 'https://registry.example:8/a.tgz' } }],
  ['no encryption', { 'node_modules/a': { ...GOOD, resolved: 'http://registry.example/a.tgz' } }],
  ['a password', { 'node_modules/a': { ...GOOD, resolved: 'https://u:p@registry.example/a' } }],
  ['git', { 'node_modules/a': { ...GOOD, resolved: 'git+ssh://git@registry.example/a.git#1' } }],
  ['a file', { 'node_modules/a': { ...GOOD, resolved: 'file:../a.tgz' } }],
  ['a path', { 'node_modules/a': { ...GOOD, resolved: '../a' } }],
  ['no hash', { 'node_modules/a': { version: '1.0.0' } }],
  ['a weak hash', { 'node_modules/a': { version: '1.0.0', integrity: 'sha1-xxxx' } }],
  ['two hashes', { 'node_modules/a': { ...GOOD, integrity: `sha1-x ${SHA512}` } }],
  ['no version', { 'node_modules/a': { integrity: SHA512 } }],
  ['a version that is none', { 'node_modules/a': { ...GOOD, version: 'file:..' } }],
  ['a link', { 'node_modules/a': { resolved: 'a', link: true } }],
  ['a link by half', { 'node_modules/a': { ...GOOD, link: false } }],
  ['a bundled package', { 'node_modules/a/node_modules/b': { ...GOOD, inBundle: true } }],
  ['a place outside', { '../a': GOOD }],
  ['an absolute place', { '/etc/a': GOOD }],
  ['a workspace', { 'packages/a': GOOD }],
  ['a place that goes up', { 'node_modules/../../a': GOOD }],
  ['a place in a package', { 'node_modules/a/lib': GOOD }],
  ['a place that is glued', { 'node_modules/anode_modules/b': GOOD }],
  ['a name that is none', { 'node_modules/.bin': GOOD }],
  ['an alias that is none', { 'node_modules/a': { ...GOOD, name: '../x' } }],
  ['no object', { 'node_modules/a': 'x' }],
])('[RN61] a lock with %s is refused', (_, packages) => {
  expect(checkLock(lock(packages), REGISTRY)).toMatchObject({
    ...{ kind: 'refused', message: expect.stringMatching(/^The lock is refused: /) },
  });
});

it.each(['', 'null', '[]', '{}', '{"lockfileVersion":1,"packages":{}}', '{"lockfileVersion":3}'])(
  '[RN61] %j is no lock',
  (text) => {
    expect(checkLock(text, REGISTRY)).toMatchObject({ kind: 'refused' });
  },
);

it('[RN61] 300 packages are enough', () => {
  const many = (count: number) =>
    lock(Object.fromEntries(Array.from({ length: count }, (_, n) => [`node_modules/p${n}`, GOOD])));
  expect(checkLock(many(300), REGISTRY)).toMatchObject({ kind: 'sound', packages: 300 });
  expect(checkLock(many(301), REGISTRY)).toMatchObject({
    message: 'The lock is refused: it has 301 packages, and at most 300 are installed.',
  });
});
