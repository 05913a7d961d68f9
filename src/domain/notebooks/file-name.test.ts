/** The file names of code cells against docs/spec/notebooks.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../kernel/limits.ts';
import {
  faultOfFileName,
  nearestFileName,
  nextFileName,
  quotedName,
  sameName,
} from './file-name.ts';
import type { Language } from './notebook.ts';

/** Each with the nearest name that a JavaScript cell may have. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['', 'cell-1.js'],
  ['.', 'cell-1.js'],
  ['..', 'cell-1.js'],
  ['.js', 'cell-1.js'],
  ['.mjs', 'cell-1.js'],
  ['..js', 'cell-1.js'],
  ['a', 'a.js'],
  ['a.', 'a.js'],
  ['a.js.', 'a.js'],
  ['a.js..', 'a.js'],
  ['a..js', 'a.js'],
  ['a.js ', 'a.js'],
  [' a.js', 'a.js'],
  ['a b.js', 'a-b.js'],
  ['./a.js', 'a.js'],
  ['../a.js', 'a.js'],
  ['../../etc/passwd', 'passwd.js'],
  ['..\\..\\a.js', 'a.js'],
  ['a/../../b.js', 'b.js'],
  ['/etc/cron.d/a.js', 'a.js'],
  ['C:\\a.js', 'a.js'],
  ['C:a.js', 'C-a.js'],
  ['\\\\host\\share\\a.js', 'a.js'],
  ['file:///a.js', 'a.js'],
  ['node:fs', 'node-fs.js'],
  ['https://example.org/a.js', 'a.js'],
  ['%2e%2e%2fa.js', '2e-2e-2fa.js'],
  ['a%00.js', 'a-00.js'],
  ['a\0.js', 'a.js'],
  ['a.js\0.png', 'a.js-.png.js'],
  ['a\n.js', 'a.js'],
  ['a.js\n', 'a.js'],
  ['a\r\nb.js', 'a-b.js'],
  ['a\t.js', 'a.js'],
  ['a\u001b[2J.js', 'a-2J.js'],
  ['\u0430.js', 'cell-1.js'],
  ['\uff41.js', 'a.js'],
  ['a\uff0ejs', 'a.js'],
  ['a\u2024js', 'a.js'],
  ['a\u2215b.js', 'a-b.js'],
  ['a\uff0fb.js', 'a-b.js'],
  ['é.js', 'e.js'],
  ['e\u0301.js', 'e.js'],
  ['😀.js', 'cell-1.js'],
  ['\ud83d.js', 'cell-1.js'],
  ['a\u202esj.js', 'a-sj.js'],
  ['\u200fa.js', 'a.js'],
  ['a\u200b.js', 'a.js'],
  ['\ufeffa.js', 'a.js'],
  ['a\u00a0.js', 'a.js'],
  ['.env', 'env.js'],
  ['.npmrc', 'npmrc.js'],
  ['.a.js', 'a.js'],
  ['_a.js', 'a.js'],
  ['-a.js', 'a.js'],
  ['--eval.js', 'eval.js'],
  ['~a.js', 'a.js'],
  ['__proto__', 'proto.js'],
  ['__proto__.js', 'proto.js'],
  ['constructor', 'constructor.js'],
  ['toString', 'toString.js'],
  ['package.json', 'package.js'],
  ['PACKAGE.JSON', 'PACKAGE.js'],
  ['package-lock.json', 'package-lock.js'],
  ['tsconfig.json', 'tsconfig.js'],
  ['node_modules', 'node_modules.js'],
  ['Node_Modules', 'Node_Modules.js'],
  ['CON', 'cell-CON.js'],
  ['con.js', 'cell-con.js'],
  ['Nul.mjs', 'cell-Nul.mjs'],
  ['aux.test.js', 'cell-aux.test.js'],
  ['COM1.js', 'cell-COM1.js'],
  ['lpt9', 'cell-lpt9.js'],
  ['a.ts', 'a.js'],
  ['a.cjs', 'a.js'],
  ['a.jsx', 'a.js'],
  ['a.json', 'a.js'],
  ['a.wasm', 'a.wasm.js'],
  ['a.node', 'a.node.js'],
  ['A.JS', 'A.js'],
  ['a.Mjs', 'a.mjs'],
  ['a.js:stream', 'a.js-stream.js'],
  ['a?.js', 'a.js'],
  ['a*.js', 'a.js'],
  ['a"b.js', 'a-b.js'],
  ['$(id).js', 'id.js'],
  ['a;b.js', 'a-b.js'],
  ['a|b.js', 'a-b.js'],
  [`${'a'.repeat(62)}.js`, `${'a'.repeat(61)}.js`],
  [`${'a'.repeat(1_000_000)}.js`, `${'a'.repeat(61)}.js`],
  [`${'../'.repeat(100_000)}a.js`, 'a.js'],
];

/** With the name as it is quoted first, so that the titles of the tests are short and plain. */
const SHOWN = HOSTILE.map(([name, nearest]) => [quotedName(name), name, nearest] as const);

const ALLOWED: readonly (readonly [string, Language])[] = [
  ['a.js', 'javascript'],
  ['A.js', 'javascript'],
  ['0.mjs', 'javascript'],
  ['a-b_c.test.js', 'javascript'],
  ['constructor.js', 'javascript'],
  ['console.js', 'javascript'],
  ['com10.js', 'javascript'],
  ['a-.js', 'javascript'],
  [`${'a'.repeat(61)}.js`, 'javascript'],
  ['a.ts', 'typescript'],
  ['a.d.ts', 'typescript'],
];

describe('a file name', () => {
  it.each(SHOWN)('[NB50] is not %s', (_shown, name) => {
    expect(faultOfFileName(name, 'javascript')).toMatch(/^[a-z][^A-Z]*( Windows)?$/);
  });

  it.each(ALLOWED)('[NB50] may be %j in %s', (name, language) => {
    expect(faultOfFileName(name, language)).toBeUndefined();
    expect(nearestFileName(name, language)).toBe(name);
  });

  it('[NB50] belongs to one language', () => {
    expect(faultOfFileName('a.js', 'typescript')).toContain('ends in .ts');
    expect(faultOfFileName('a.mjs', 'typescript')).toContain('ends in .ts');
    expect(faultOfFileName('a.ts', 'javascript')).toContain('ends in .js or .mjs');
  });

  it.each(SHOWN)('[NB52] is proposed for %s', (_shown, name, nearest) => {
    expect(nearestFileName(name, 'javascript')).toBe(nearest);
  });

  it('[NB52] is proposed for any text: one that is allowed and free', () => {
    const pieces = HOSTILE.map(([name]) => name.slice(0, 100));
    const texts = fc.oneof(
      fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 4 }),
      fc.array(fc.constantFrom('a', '.', '-', '/', 'con', '.js', '.TS', 'é', '\0', ' '), {
        maxLength: 90,
      }),
    );
    const languages = fc.constantFrom<Language>('javascript', 'typescript');
    fc.assert(
      fc.property(texts, languages, fc.nat(4), (parts, language, count) => {
        const taken: string[] = [];
        for (let index = 0; index <= count; index++) {
          const nearest = nearestFileName(parts.join(''), language, taken);
          expect(faultOfFileName(nearest, language)).toBeUndefined();
          expect(taken.map(sameName)).not.toContain(sameName(nearest));
          taken.push(index % 2 === 0 ? nearest : nearest.toUpperCase());
        }
      }),
      { seed: 413, numRuns: 3_000 },
    );
  });

  it('[NB52] is quoted in ASCII, and not longer than a name may be', () => {
    expect(quotedName('\u0430\u202e.js\n')).toBe('"\\u0430\\u202e.js\\n"');
    expect(quotedName('a'.repeat(1_000_000))).toBe(`"${'a'.repeat(LIMITS.fileName)}..."`);
  });

  it('[NB53] is the next number by default', () => {
    expect(nextFileName('javascript', [])).toBe('cell-1.js');
    expect(nextFileName('typescript', ['cell-1.js', 'CELL-2.TS', 'cell-4.ts', 'a.js'])).toBe(
      'cell-3.ts',
    );
  });
});
