import { expect, it } from 'vitest';
import { refusedFiles } from './cell-names.ts';

const cell = (name: string, language: 'js' | 'ts' = 'js', source = '') => ({
  name,
  language,
  source,
});

it.each([...['a.js', 'A-1_b.c.mjs', 'x.test.js', `${'a'.repeat(61)}.js`]])(
  '[RN6] %s is a name',
  (name) => {
    expect(refusedFiles({ files: [cell(name)], entry: name })).toBeUndefined();
  },
);

it.each([
  ...['', '.js', '.mjs', '..', '../a.js', 'a/b.js', 'a\\b.js', '/a.js', '.a.js', '-a.js', '_a.js'],
  ...['a b.js', 'a\n.js', 'a\0.js', 'a.js\n', 'a.js ', 'ä.js', 'а.js', 'a%2f.js', 'a?.js', 'a#.js'],
  ...['a+.js', 'a~.js', 'a.ts', 'a.json', 'a', 'a.jsx', 'a.JS', 'package.json', 'node_modules'],
  ...['a.js.', 'con:.js', '$a.js', '`a`.js', '"a".js', "'a'.js", 'a;b.js', 'a|b.js', 'a\u202e.js'],
  ...[`${'a'.repeat(62)}.js`, 'a\u0301.js'],
])('[RN6] %j is no name', (name) => {
  expect(refusedFiles({ files: [cell(name)], entry: name })).toMatch(
    /cannot be the name of a cell/,
  );
});

it('[RN6] names differ in more than case', () => {
  const files = [cell('a.js'), cell('A.js')];
  expect(refusedFiles({ files, entry: 'a.js' })).toMatch(/Two cells are named A\.js/);
});

it('[RN6] an entry that does not exist, too many cells and a cell too long are refused', () => {
  expect(refusedFiles({ files: [cell('a.js')], entry: 'b.js' })).toBe(
    'No cell is named "b.js". Cells of this notebook: a.js.',
  );
  const many = Array.from({ length: 201 }, (_, index) => cell(`c${index}.js`));
  expect(refusedFiles({ files: many, entry: 'c0.js' })).toMatch(/at most 200 cells/);
  const long = cell('a.js', 'js', 'x'.repeat(102_401));
  expect(refusedFiles({ files: [long], entry: 'a.js' })).toMatch(/102401 bytes/);
});
