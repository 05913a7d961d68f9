/** Every numbered rule of docs/spec is named by a test, and every named rule is written down. */

import { expect, it } from 'vitest';
import { projectFiles } from './support/source-tree.ts';

const RULE = /\[([A-Z]+\d+)\]/g;

const FILES = projectFiles();

function rulesIn(files: readonly { text: string }[]): Set<string> {
  return new Set(
    files.flatMap((file) => [...file.text.matchAll(RULE)].map((match) => match[1] ?? '')),
  );
}

const written = FILES.filter((file) => file.path.startsWith('docs/spec/'));
const tests = FILES.filter((file) => file.path.endsWith('.test.ts'));

it('no rule is without a test', () => {
  const tested = rulesIn(tests);
  expect([...rulesIn(written)].filter((rule) => !tested.has(rule))).toEqual([]);
});

it('no test names a rule that is not written', () => {
  const known = rulesIn(written);
  expect([...rulesIn(tests)].filter((rule) => !known.has(rule))).toEqual([]);
});

it('no rule is written twice', () => {
  const all = written.flatMap((file) => [...file.text.matchAll(/^- \*\*\[([A-Z]+\d+)\]\*\*/gm)]);
  const names = all.map((match) => match[1] ?? '');
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
