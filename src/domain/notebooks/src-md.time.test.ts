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

function repeated(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length));
}

const STARTS = ['', '# ', '###### a.js\n\n', '###### a.js\n\n```\n', '<!-- waymark:markdown -->\n'];

/** No time is asserted: anything but linear time would last for hours, far beyond the timeout. */
function readAndWrite(text: string): void {
  for (const start of STARTS) expect(fromSrcMd(`${HEAD}\n${start}${text}`)).toBeDefined();
  expect(toSrcMd(eachType(text)).length).toBeGreaterThan(3 * text.length);
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
  ])('[NB48] is linear for %s', (_what, piece) => readAndWrite(repeated(piece, MB)));

  it('[NB48] is linear for 20 MB of prose', () => {
    readAndWrite(repeated('Some text that is not special.\n', 20 * MB));
  });

  it('[NB48] is linear for 20 MB of blank lines before every cell', () => {
    const gap = '\n'.repeat((20 * MB) / LIMITS.cells);
    const names = Array.from({ length: LIMITS.cells }, (_, index) => `a-${index}.js`);
    const file = names.map((name) => `${gap}###### ${name}\n\`\`\`\n\`\`\``).join('');
    expect(fromSrcMd(`${HEAD}\n${file}`)).toHaveProperty('cells.length', LIMITS.cells);
  });

  it('[NB48] is linear for 100,000 backticks in a cell', () => {
    const content = '`'.repeat(LIMITS.cellBytes);
    const notebook = eachType(content);
    const read = fromSrcMd(toSrcMd(notebook));
    expect(read).toStrictEqual(notebook);
  });
});
