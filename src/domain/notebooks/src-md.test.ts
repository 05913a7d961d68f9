/** The text form of notebooks against docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { CellText, NotebookText } from './notebook.ts';
import { fromSrcMd, toSrcMd } from './src-md.ts';

const HEAD = '<!-- srcbook:{"language":"javascript"} -->';

const title = (content: string): CellText => ({ type: 'title', content });
const markdown = (content: string): CellText => ({ type: 'markdown', content });
const code = (filename: string, content: string): CellText => ({
  type: 'code',
  content,
  filename,
  language: filename.endsWith('.ts') ? 'typescript' : 'javascript',
});
const manifest = (content: string): CellText => ({
  type: 'package.json',
  content,
  filename: 'package.json',
});
const book = (...cells: readonly CellText[]): NotebookText => ({ language: 'javascript', cells });

/** The file without its first line. */
function bodyOf(...cells: readonly CellText[]): string {
  const file = toSrcMd(book(...cells));
  expect(fromSrcMd(file)).toStrictEqual(book(...cells));
  expect(file.startsWith(`${HEAD}\n`)).toBe(true);
  return file.slice(HEAD.length + 2);
}

function cellsOf(body: string): readonly CellText[] {
  const read = fromSrcMd(`${HEAD}\n${body}`);
  if (isRefusal(read)) throw new Error(read.message);
  return read.cells;
}

function messageOf(file: string): string | undefined {
  const read = fromSrcMd(file);
  return isRefusal(read) ? read.message : undefined;
}

describe('a notebook as a file', () => {
  it('[NB41] is Markdown without any marker if it is an ordinary one', () => {
    const ordinary = book(
      title('How fast is a Map?'),
      manifest('{\n  "type": "module"\n}'),
      markdown('We compare two ways.\n\n## Setup\n\n```sh\n# not a title\n```'),
      code('data.js', 'export const rows = [1, 2, 3];'),
      markdown('Then the typed one:'),
      code('run.ts', "import { rows } from './data.js';\n\nconsole.log(rows.length as number);"),
    );
    const file = `${HEAD}

# How fast is a Map?

###### package.json

\`\`\`json
{
  "type": "module"
}
\`\`\`

We compare two ways.

## Setup

\`\`\`sh
# not a title
\`\`\`

###### data.js

\`\`\`javascript
export const rows = [1, 2, 3];
\`\`\`

Then the typed one:

###### run.ts

\`\`\`typescript
import { rows } from './data.js';

console.log(rows.length as number);
\`\`\`
`;
    expect(toSrcMd(ordinary)).toBe(file);
    expect(fromSrcMd(file)).toStrictEqual(ordinary);
  });

  it('[NB41] without cells is its first line', () => {
    expect(toSrcMd(book())).toBe(`${HEAD}\n`);
    expect(fromSrcMd(HEAD)).toStrictEqual(book());
  });

  it('[NB42] separates Markdown from Markdown by one comment', () => {
    expect(bodyOf(markdown('one'), markdown('two'), title('T'), markdown('three'))).toBe(
      'one\n\n<!-- waymark:split -->\n\ntwo\n\n# T\n\nthree\n',
    );
  });

  it.each([
    ['an empty cell', ''],
    ['blank lines only', '\n \n'],
    ['a blank line at the beginning', '\ntext'],
    ['a line end at the end', 'text\n'],
    ['a heading of level 1', 'text\n# Title'],
    ['a heading of level 6', 'text\n\n  ###### a.js\n\n```js\n```'],
    ['a marker', 'text\n<!-- waymark:split -->\ntext'],
    ['an open fence', '```\ntext'],
  ])('[NB42] encloses Markdown with %s', (_what, content) => {
    expect(bodyOf(markdown('one'), markdown(content), markdown('two'))).toBe(
      `one\n\n<!-- waymark:markdown -->\n${content}\n<!-- waymark:end -->\n\ntwo\n`,
    );
  });

  it.each([
    ['spaces at its ends', '    indented  '],
    ['a heading that is indented as code', 'text\n    # no title'],
    ['a heading in a fence', '~~~\n# no title\n###### none\n~~~'],
    ['a marker in a fence', '````\n<!-- waymark:end -->\n```\n````'],
    ['other headings', '## Two\n\n##### Five\n\n#hashtag\n\n####### Seven'],
    ['a quoted heading', '> # Title\n\n- ###### a.js'],
    ['other line ends', 'one\r\ntwo\rthree'],
    ['a fence that is code within a line', '``` `x` ```'],
  ])('[NB42] leaves Markdown alone that has %s', (_what, content) => {
    expect(bodyOf(markdown(content))).toBe(`${content}\n`);
  });

  it.each(['two\nlines', ' spaced ', 'ends in #', '#', 'a\rb'])(
    '[NB42] encloses the title %j, which a heading cannot hold',
    (content) => {
      expect(bodyOf(title(content))).toBe(
        `<!-- waymark:title -->\n${content}\n<!-- waymark:end -->\n`,
      );
    },
  );

  it('[NB42] writes other titles as headings', () => {
    expect(bodyOf(title('C#'), title(''), title('<b> `x` \\'))).toBe('# C#\n\n#\n\n# <b> `x` \\\n');
  });

  it('[NB42] numbers the markers around a text that contains the end', () => {
    const content = '<!-- waymark:end -->\n<!-- waymark:end 2 -->\n<!-- waymark:end 4 -->';
    expect(bodyOf(markdown(content))).toBe(
      `<!-- waymark:markdown 3 -->\n${content}\n<!-- waymark:end 3 -->\n`,
    );
  });

  it('[NB43] has fences longer than any inside', () => {
    const inner = 'const a = `\n```js\n`````\n# no title\n`;';
    expect(bodyOf(code('a.js', inner))).toBe(
      `###### a.js\n\n\`\`\`\`\`\`javascript\n${inner}\n\`\`\`\`\`\`\n`,
    );
  });

  it.each(['', '\n', 'x\n', '\n\nx\n\n', 'x\r', '\r\n', '   '])(
    '[NB43] keeps the code %j',
    (content) => {
      expect(bodyOf(code('a.js', content))).toBe(
        `###### a.js\n\n\`\`\`javascript\n${content}\n\`\`\`\n`,
      );
    },
  );

  it('[NB44] has its TypeScript configuration in the first line', () => {
    const indented = '{\n  "compilerOptions": {\n    "strict": true\n  }\n}';
    const texts = [
      [indented, '{"compilerOptions":{"strict":true}}'],
      ['{"strict":true}', '"{\\"strict\\":true}"'],
      ['{ // a comment\n}', '"{ // a comment\\n}"'],
      ['-->', '"-\\u002d>"'],
      ['"text"', '"\\"text\\""'],
      ['', '""'],
    ];
    for (const [tsconfig, written] of texts) {
      const notebook: NotebookText = { language: 'typescript', tsconfig, cells: [] };
      const file = toSrcMd(notebook);
      expect(file).toBe(`<!-- srcbook:{"language":"typescript","tsconfig.json":${written}} -->\n`);
      expect(fromSrcMd(file)).toStrictEqual(notebook);
    }
  });

  it('[NB44] keeps a configuration that is nested too deeply for an object', () => {
    const tsconfig = `{"a":${'['.repeat(40_000)}${']'.repeat(40_000)}}`;
    const notebook: NotebookText = { language: 'typescript', tsconfig, cells: [] };
    expect(fromSrcMd(toSrcMd(notebook))).toStrictEqual(notebook);
  });
});

describe('a file of the earlier form', () => {
  it('[NB45] is read without markers', () => {
    const body = `

# Title #


Some *text*.
Title by underline
==================

\`\`\`sh
# not a title
\`\`\`
###### package.json
\`\`\`json
{}
\`\`\`
right below


###### a.mjs

~~~js
const a = 1;
~~~

###### b.ts

\`\`\`
\`\`\`
`;
    expect(cellsOf(body)).toEqual([
      title('Title'),
      markdown('Some *text*.\nTitle by underline\n==================\n\n```sh\n# not a title\n```'),
      manifest('{}'),
      markdown('right below'),
      code('a.mjs', 'const a = 1;'),
      code('b.ts', ''),
    ]);
  });

  it('[NB45] may have other names in its first line, and other spaces', () => {
    const file = '<!--srcbook:{"language":"typescript","version":2}--> \n# T';
    expect(fromSrcMd(file)).toStrictEqual({ language: 'typescript', cells: [title('T')] });
  });

  it('[NB46] may have a byte order mark, and line ends of Windows', () => {
    const file = `\uFEFF${HEAD}\n\n# T\n\none\ntwo\n\n###### a.js\n\n\`\`\`js\nx;\n\ny;\n\`\`\`\n`;
    const cells = [title('T'), markdown('one\ntwo'), code('a.js', 'x;\n\ny;')];
    expect(fromSrcMd(file.replaceAll('\n', '\r\n'))).toStrictEqual(book(...cells));
    expect(fromSrcMd(file)).toStrictEqual(book(...cells));
    expect(cellsOf('one\r\ntwo\n')).toEqual([markdown('one\r\ntwo')]);
  });
});

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
    const cells = Array.from({ length: LIMITS.cells }, (_, index) =>
      code(`a-${index}.js`, 'x'.repeat(LIMITS.cellBytes)),
    );
    const file = toSrcMd(book(...cells));
    expect(file.length).toBeGreaterThan(20_000_000);
    expect(fromSrcMd(file)).toStrictEqual(book(...cells));
  });
});

const MB = 1_000_000;

/** Long enough that anything but linear time takes minutes. */
function repeated(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length));
}

const STARTS = ['', '# ', '###### a.js\n\n', '###### a.js\n\n```\n', '<!-- waymark:markdown -->\n'];

function expectShort(text: string): void {
  const began = performance.now();
  for (const start of STARTS) fromSrcMd(`${HEAD}\n${start}${text}`);
  toSrcMd(book(title(text), markdown(text), code('a.js', text)));
  expect(performance.now() - began).toBeLessThan(15_000);
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
    expect(cellsOf(file)).toHaveLength(LIMITS.cells);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('[NB48] is short for 100,000 backticks in a cell', () => {
    const content = '`'.repeat(LIMITS.cellBytes);
    const notebook = book(code('a.js', content), markdown(content), title(content));
    const began = performance.now();
    const read = fromSrcMd(toSrcMd(notebook));
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(read).toStrictEqual(notebook);
  });
});
