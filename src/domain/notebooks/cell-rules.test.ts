/** The rules for cells against docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../kernel/limits.ts';
import { checkCell, checkCellCount } from './cell-rules.ts';
import type { CellText } from './notebook.ts';

const code = (filename: string, content = ''): CellText => ({
  type: 'code',
  content,
  filename,
  language: 'javascript',
});
const manifest = (content: string): CellText => ({
  type: 'package.json',
  content,
  filename: 'package.json',
});

describe('a cell', () => {
  it.each<CellText>([
    { type: 'title', content: 'A title' },
    { type: 'title', content: 'x'.repeat(LIMITS.title) },
    { type: 'markdown', content: '' },
    { type: 'markdown', content: '# any\n\n```text' },
    { type: 'markdown', content: 'é'.repeat(LIMITS.cellBytes / 2) },
    code('a.js', 'not ( even } code'),
    manifest('{"type":"module"}'),
    manifest(' {\n} '),
  ])('[NB54] is accepted: %j', (cell) => {
    expect(checkCell(cell, [code('b.js')])).toBeUndefined();
  });

  it('[NB52] with a bad file name is refused with what is allowed and the nearest name', () => {
    expect(checkCell(code('../my cell'), [code('my-cell.js')])).toMatchObject({
      code: 'INVALID_INPUT',
      message:
        'filename: "../my cell" is not allowed, because cells have no folders. A file name has 1 ' +
        'to 64 letters a-z or A-Z, digits, dots, hyphens and underscores, begins with a letter ' +
        'or digit, and ends in .js or .mjs, for example my-cell-2.js',
      reason: { kind: 'file_name_refused', nearest: 'my-cell-2.js' },
    });
  });

  it.each(['a.js', 'A.js'])('[NB51] called %s is refused beside a.js', (name) => {
    const free = name.replace('.', '-2.');
    expect(checkCell(code(name), [{ type: 'markdown', content: '' }, code('a.js')])).toMatchObject({
      message:
        'filename: another cell is called "a.js" already. The file names of a notebook differ by ' +
        `more than case, for example ${free}`,
      reason: { kind: 'file_name_taken', nearest: free },
    });
  });

  it('[NB51] called A.JS beside a.js is refused for its ending', () => {
    expect(checkCell(code('A.JS'), [code('a.js')])).toMatchObject({
      reason: { kind: 'file_name_refused', nearest: 'A-2.js' },
    });
  });

  it('[NB54] is refused if it is too long, by its bytes', () => {
    const content = `${'é'.repeat(LIMITS.cellBytes / 2)}x`;
    expect(checkCell({ type: 'markdown', content }, [])).toMatchObject({
      message:
        'content: a cell has at most 100000 bytes, this one has 100001; divide it into several cells',
      reason: { kind: 'cell_too_long' },
    });
  });

  it('[NB54] is refused if the notebook is full', () => {
    expect(checkCellCount(LIMITS.cells)).toBeUndefined();
    expect(checkCellCount(LIMITS.cells + 1)).toMatchObject({
      message: 'cells: a notebook has at most 200 cells; put the rest into another notebook',
      reason: { kind: 'too_many_cells' },
    });
  });

  it.each([
    ['', 'not JSON'],
    ['{]', 'not JSON'],
    ['{"a":1} x', 'not JSON'],
    ['[]', 'a list'],
    ['null', 'null'],
    ['"{}"', 'a string'],
    ['1', 'a number'],
  ])('[NB55] of package.json is refused with the text %j', (content, why) => {
    expect(checkCell(manifest(content), [])).toMatchObject({
      message:
        'content: package.json is a JSON object such as {"type":"module","dependencies":{}}, ' +
        `but this is ${why}`,
      reason: { kind: 'package_json_malformed' },
    });
  });

  it('[NB55] of package.json is refused beside another, and under another name', () => {
    expect(checkCell(manifest('{}'), [manifest('{}')])).toMatchObject({
      message: 'filename: the notebook has a package.json cell already; change that one',
      reason: { kind: 'package_json_exists' },
    });
    expect(checkCell({ ...manifest('{}'), filename: 'Package.json' }, [])).toMatchObject({
      message: 'filename: the file of this cell is called package.json',
    });
  });

  it.each([
    ['', 'a title has at least one visible character'],
    [' \u2003 ', 'a title has at least one visible character'],
    ['a\nb', 'a title is one line without control characters'],
    ['a\u202eb', 'a title is one line without control characters'],
    ['x'.repeat(LIMITS.title + 1), 'a title has at most 1000 characters'],
  ])('[NB56] is refused as the title %j', (content, why) => {
    expect(checkCell({ type: 'title', content }, [])).toMatchObject({
      message: `content: ${why}; put longer text into a markdown cell below the title`,
      reason: { kind: 'title_refused' },
    });
  });

  it.each<[CellText, string]>([
    [
      { type: 'markdown', content: '', filename: 'a.md' },
      'filename: a markdown cell has no file name; leave it out',
    ],
    [
      { type: 'title', content: 'T', language: 'javascript' },
      'language: only a code cell has a language',
    ],
    [
      { type: 'code', content: '', filename: 'a.js' },
      'language: a code cell is written in javascript or typescript',
    ],
  ])('[NB56] is refused as %j', (cell, message) => {
    expect(checkCell(cell, [])).toMatchObject({ message, reason: { kind: 'cell_incomplete' } });
  });

  it('[NB50] of code needs a file name', () => {
    expect(checkCell({ type: 'code', content: '', language: 'typescript' }, [])).toMatchObject({
      reason: { kind: 'file_name_refused', nearest: 'cell-1.ts' },
    });
  });
});
