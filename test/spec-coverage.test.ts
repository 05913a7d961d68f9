/** Every numbered rule of docs/spec is named by a test, and every named rule exists. */

import { expect, it } from 'vitest';
import { rulesNamed, rulesWritten } from '../scripts/spec-rules.mjs';
import { projectFiles } from './support/source-tree.ts';

const FILES = projectFiles();
const SPECS = FILES.filter((file) => file.path.startsWith('docs/spec/'));
const TESTS = FILES.filter((file) => file.path.endsWith('.test.ts'));

const written = SPECS.flatMap((file) => rulesWritten(file.text).map(({ rule }) => rule));
const tested = new Set(TESTS.flatMap((file) => rulesNamed(file.text)));

it('no rule is without a test', () => {
  expect(written.filter((rule) => !tested.has(rule))).toEqual([]);
});

it('no test and no rule names a rule that does not exist', () => {
  const known = new Set(written);
  const named = [...tested, ...SPECS.flatMap((file) => rulesNamed(file.text))];
  expect(named.filter((rule) => !known.has(rule))).toEqual([]);
});

it('no number is used twice', () => {
  expect(written.filter((rule, index) => written.indexOf(rule) !== index)).toEqual([]);
});
