/** Random notebooks keep every character on the way through a file. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../kernel/refusal.ts';
import type { CellText, Language, NotebookText } from './notebook.ts';
import { fromSrcMd, toSrcMd } from './src-md.ts';

/** A fixed seed: the same examples in every run. */
const RUNS = { seed: 413, numRuns: 6_000 };

/** Pieces that mean something to the form, to Markdown or to a careless reader of either. */
const PIECES = [
  ...['\n', '\n', '\n\n', '\r\n', '\r', ' ', '   ', '    ', '\t', '\u00a0', '\u2028', '\uFEFF'],
  ...['# ', '#', '# Title', '###### ', '######', '###### a.js', '###### package.json', ' #', '##'],
  ...['```', '````', '`', '~~~', '~~~~', '```js', '```json', '``` `', '> ```', '- ```', '    ```'],
  ...['<!-- waymark:', '<!-- waymark:split -->', '<!-- waymark:markdown -->', ' -->', '<!--', '--'],
  ...['<!-- waymark:title -->', '<!-- waymark:end -->', '<!-- waymark:end 2 -->', 'waymark:end'],
  ...['<!-- waymark:end 1 -->', '<!-- waymark:markdown 2 -->', '<!-- srcbook:{} -->', '\\', '$&'],
  ...['{{topic}}', 'text', 'x', '"', '{}', '[', '===', '---', '| a | b |', '😀', 'é', 'e\u0301'],
  ...['\u202e', '\u0085', '\v', '\f', '<script>', '</pre>', '__proto__', '0'],
];

const nasty = fc
  .array(
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: 'grapheme' })),
    {
      maxLength: 12,
    },
  )
  .map((pieces) => pieces.join('').replaceAll('\0', ''));

const languages = fc.constantFrom<Language>('javascript', 'typescript');

/** Objects as the program makes them. */
const PLAIN = { noNullPrototype: true };

const prose: fc.Arbitrary<CellText> = fc.record(
  { type: fc.constantFrom('title' as const, 'markdown' as const), content: nasty },
  PLAIN,
);

const code = fc.record(
  { type: fc.constant('code' as const), content: nasty, language: languages },
  PLAIN,
);

const packageJson = fc
  .oneof(
    fc.constant('{}'),
    fc.dictionary(nasty, nasty).map((value) => JSON.stringify(value, null, 2)),
  )
  .map((json): CellText => ({ type: 'package.json', content: json, filename: 'package.json' }));

const notebooks: fc.Arbitrary<NotebookText> = fc
  .record(
    {
      language: languages,
      tsconfig: fc.oneof(
        nasty,
        fc.jsonValue().map((value) => JSON.stringify(value, null, 2)),
      ),
      cells: fc.array(fc.oneof({ weight: 3, arbitrary: prose }, code), { maxLength: 7 }),
      manifest: fc.option(fc.tuple(packageJson, fc.nat(7)), { nil: undefined }),
    },
    { requiredKeys: ['language', 'cells', 'manifest'], ...PLAIN },
  )
  .map(({ cells, manifest, ...head }) => {
    const named = cells.map(
      (cell, index): CellText =>
        cell.type === 'code'
          ? { ...cell, filename: `cell-${index}.${cell.language === 'typescript' ? 'ts' : 'js'}` }
          : cell,
    );
    if (manifest) named.splice(manifest[1], 0, manifest[0]);
    return { ...head, cells: named };
  });

describe('any notebook as a file', () => {
  it('[NB40] is read as exactly the same cells, and written as the same bytes again', () => {
    const seen = { marked: 0, split: 0, plain: 0 };
    fc.assert(
      fc.property(notebooks, (notebook) => {
        const file = toSrcMd(notebook);
        const read = fromSrcMd(file);
        expect(read).toStrictEqual(notebook);
        if (isRefusal(read)) throw new Error(read.message);
        expect(toSrcMd(read)).toBe(file);
        if (file.includes('<!-- waymark:end')) seen.marked++;
        else if (file.includes('<!-- waymark:split')) seen.split++;
        else seen.plain++;
      }),
      RUNS,
    );
    // The examples reach each form often, so that the law is about all of them.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(RUNS.numRuns / 50);
  });

  it('[NB40] keeps its cells when an editor converts every line end', () => {
    const unix = notebooks.filter(({ cells }) => cells.every(({ content }) => !/\r/.test(content)));
    fc.assert(
      fc.property(unix, (notebook) => {
        const file = toSrcMd(notebook);
        expect(fromSrcMd(`\uFEFF${file.replaceAll('\n', '\r\n')}`)).toStrictEqual(notebook);
      }),
      { ...RUNS, numRuns: 2_000 },
    );
  });

  it('[NB47] is read from any text, or refused with a line of it', () => {
    const files = nasty.chain((a) => nasty.map((b) => `${a}\n${b}`));
    const read = { cells: 0, refused: 0 };
    fc.assert(
      fc.property(fc.boolean(), files, files, (hasHead, top, rest) => {
        const body = `${top}\n${rest}`;
        const file = hasHead ? `<!-- srcbook:{"language":"javascript"} -->\n${body}` : body;
        const result = fromSrcMd(file);
        if (!isRefusal(result)) {
          read.cells++;
          expect(fromSrcMd(toSrcMd(result))).toStrictEqual(result);
          return;
        }
        read.refused++;
        const line = Number(/^line ([0-9]+): /.exec(result.message)?.[1]);
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(file.split('\n').length);
      }),
      RUNS,
    );
    expect(Math.min(read.cells, read.refused)).toBeGreaterThan(RUNS.numRuns / 20);
  });
});
