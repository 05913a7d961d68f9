/** Files that are no notebooks against docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { NotebookText } from './notebook.ts';
import { fromSrcMd, toSrcMd } from './src-md.ts';

const HEAD = '<!-- srcbook:{"language":"javascript"} -->';

function messageOf(file: string): string | undefined {
  const read = fromSrcMd(file);
  return isRefusal(read) ? read.message : undefined;
}

const BLOCK = '###### a.js\n\n```js\nx;\n```\n';
const cellOf = (bytes: number) => `\`\`\`js\n${'x'.repeat(bytes)}\n\`\`\`\n`;

describe('a malformed file', () => {
  it.each([
    ['nothing', '', 'line 1: expected the language of the notebook, such as <!-- srcbook:'],
    ['no first line', '# Title\n', 'line 1: expected the language of the notebook'],
    ['bad JSON', '<!-- srcbook:{language} -->\n', 'line 1: expected a JSON object behind srcbook:'],
    ['a JSON list', '<!-- srcbook:[] -->\n', 'line 1: expected a JSON object behind srcbook:'],
    [
      'an unknown language',
      '<!-- srcbook:{"language":"python"} -->\n',
      'line 1: expected the language javascript or typescript',
    ],
    [
      'a configuration that is a number',
      '<!-- srcbook:{"language":"typescript","tsconfig.json":1} -->\n',
      'line 1: expected tsconfig.json to be an object or text',
    ],
    [
      'a configuration with NUL',
      '<!-- srcbook:{"language":"typescript","tsconfig.json":"\\u0000"} -->\n',
      'line 1: expected tsconfig.json without NUL',
    ],
    [
      'a configuration that is too long',
      `<!-- srcbook:{"language":"typescript","tsconfig.json":"${'x'.repeat(100_001)}"} -->\n`,
      'line 1: expected tsconfig.json to have at most 100000 bytes',
    ],
    ['NUL', `${HEAD}\n\ntext\n\0\n`, 'line 4: expected text without NUL or half characters'],
    ['half a character', `${HEAD}\n😀\ud83d\n`, 'line 2: expected text without NUL'],
    [
      'a heading without a fence',
      `${HEAD}\n\n###### a.js\n\nconst a = 1;\n`,
      'line 5: expected a fenced block with the content of "a.js" below its heading of level 6',
    ],
    [
      'a heading at the end',
      `${HEAD}\n\n###### a.js`,
      'line 3: expected a fenced block with the content of "a.js"',
    ],
    [
      'an open fence of code',
      `${HEAD}\n\n###### a.js\n\n\`\`\`\`js\nx\n\`\`\`\n# Title\n`,
      'line 5: expected a line below that closes the fence opened here',
    ],
    [
      'an open fence in Markdown',
      `${HEAD}\n\ntext\n\n\`\`\`js\nx\n\n# Title\n`,
      'line 5: expected a line below that closes the fence opened here',
    ],
    [
      'a language that does not run',
      `${HEAD}\n\n###### a.js\n\n\`\`\`python\n\`\`\`\n`,
      'line 5: expected javascript or typescript behind the fence, found "python"',
    ],
    [
      'package.json in another language',
      `${HEAD}\n\n###### package.json\n\n\`\`\`js\n{}\n\`\`\`\n`,
      'line 5: expected json behind the fence, found "js"',
    ],
    [
      'an open marker',
      `${HEAD}\n\n<!-- waymark:markdown -->\nx\n`,
      'line 3: expected a line <!-- w',
    ],
    [
      'an end with another number',
      `${HEAD}\n\n<!-- waymark:title 2 -->\nx\n<!-- waymark:end -->\n`,
      'line 3: expected a line <!-- waymark:end 2 --> below this one, found none',
    ],
    ['an end alone', `${HEAD}\n\nx\n<!-- waymark:end -->\n`, 'line 4: expected <!-- waymark:split'],
    ['an unknown marker', `${HEAD}\n<!-- waymark:output -->\n`, 'line 2: expected <!-- waymark:'],
    [
      'a file name that is not allowed',
      `${HEAD}\n\n###### ../a.js\n\n\`\`\`js\n\`\`\`\n`,
      'line 3: "../a.js" is not allowed, because cells have no folders.',
    ],
    [
      'a file name of the other language',
      `${HEAD}\n\n###### a.js\n\n\`\`\`ts\n\`\`\`\n`,
      'line 3: "a.js" is not allowed, because typescript is stored in a file that ends in .ts.',
    ],
    [
      'two cells of one file name',
      `${HEAD}\n\n${BLOCK}\n${BLOCK.replace('a.js', 'A.js')}`,
      'line 9: another cell is called "a.js" already',
    ],
    [
      'two cells package.json',
      `${HEAD}\n\n${'###### package.json\n\n```json\n{}\n```\n\n'.repeat(2)}`,
      'line 9: the notebook has a package.json cell already',
    ],
    [
      'package.json that is not JSON',
      `${HEAD}\n\n###### package.json\n\n\`\`\`json\n{]\n\`\`\`\n`,
      'line 5: package.json is a JSON object such as',
    ],
    [
      'too many cells',
      `${HEAD}\n\n${'# Title\n\n'.repeat(LIMITS.cells + 1)}`,
      'line 403: a notebook has at most 200 cells',
    ],
    [
      'too long a code cell',
      `${HEAD}\n\n###### a.js\n\n${cellOf(LIMITS.cellBytes + 1)}`,
      'line 5: a cell has at most 100000 bytes, this one has 100001',
    ],
    [
      'too long a Markdown cell',
      `${HEAD}\n\n# T\n\n${'é'.repeat(LIMITS.cellBytes / 2)}x\n`,
      'line 5: a cell has at most 100000 bytes, this one has 100001',
    ],
  ])('[NB47] with %s is refused by its line', (_what, file, message) => {
    expect(messageOf(file)).toContain(message);
    expect(messageOf(file)?.startsWith(message)).toBe(true);
  });

  it('[NB47] is not one with the longest cells, as many as there may be', () => {
    const content = 'x'.repeat(LIMITS.cellBytes);
    const cells = Array.from({ length: LIMITS.cells }, (_, index) => {
      return { type: 'code', content, filename: `a-${index}.js`, language: 'javascript' } as const;
    });
    const notebook: NotebookText = { language: 'javascript', cells };
    const file = toSrcMd(notebook);
    expect(file.length).toBeGreaterThan(20_000_000);
    expect(fromSrcMd(file)).toStrictEqual(notebook);
  });
});
