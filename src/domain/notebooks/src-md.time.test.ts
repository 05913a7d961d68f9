/** The time that long files take, against docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../kernel/limits.ts';
import type { NotebookText } from './notebook.ts';
import { fromSrcMd, toSrcMd } from './src-md.ts';

const HEAD = '<!-- srcbook:{"language":"javascript"} -->';

function eachType(content: string): NotebookText {
  return {
    language: 'javascript',
    cells: [
      { type: 'title', content },
      { type: 'markdown', content },
      { type: 'code', content, filename: 'a.js', language: 'javascript' },
    ],
  };
}

const MB = 1_000_000;

/** Several times what a busy machine needs, far below what anything but linear time would. */
const MOST_MS = 20_000;

function repeated(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length));
}

const STARTS = ['', '# ', '###### a.js\n\n', '###### a.js\n\n```\n', '<!-- waymark:markdown -->\n'];

function expectShort(text: string): void {
  const began = performance.now();
  for (const start of STARTS) fromSrcMd(`${HEAD}\n${start}${text}`);
  toSrcMd(eachType(text));
  expect(performance.now() - began).toBeLessThan(MOST_MS);
}

describe('the time of a long file', () => {
  it.each([
    ['line ends', '\n'],
    ['spaces', ' '],
    ['hashes', '#'],
    ['headings', '# #\n'],
    ['spaces and hashes', '# x '],
    ['backticks', '`'],
    ['fences', '```\n'],
    ['fences of several lengths', '```\n````\n`````\n'],
    ['tildes', '~~~ x\n'],
    ['ends of markers', '<!-- waymark:end 2 -->x\n'],
    ['beginnings of markers', '<!-- waymark:'],
    ['split markers', '<!-- waymark:split -->\n'],
    ['line ends of Windows', '\r\n'],
  ])('[NB48] is short for %s', (_what, piece) => expectShort(repeated(piece, MB)));

  it('[NB48] is short for 20 MB of prose', () => {
    expectShort(repeated('Some text that is not special.\n', 20 * MB));
  });

  it('[NB48] is short for 20 MB of blank lines before every cell', () => {
    const gap = '\n'.repeat((20 * MB) / LIMITS.cells);
    const names = Array.from({ length: LIMITS.cells }, (_, index) => `a-${index}.js`);
    const file = names.map((name) => `${gap}###### ${name}\n\`\`\`\n\`\`\``).join('');
    const began = performance.now();
    expect(fromSrcMd(`${HEAD}\n${file}`)).toHaveProperty('cells.length', LIMITS.cells);
    expect(performance.now() - began).toBeLessThan(MOST_MS);
  });

  it('[NB48] is short for 100,000 backticks in a cell', () => {
    const content = '`'.repeat(LIMITS.cellBytes);
    const notebook = eachType(content);
    const began = performance.now();
    const read = fromSrcMd(toSrcMd(notebook));
    expect(performance.now() - began).toBeLessThan(MOST_MS);
    expect(read).toStrictEqual(notebook);
  });
});
