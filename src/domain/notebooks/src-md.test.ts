/** The text form of notebooks against docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
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

function sandboxOf(body: string): readonly CellText[] {
  const read = fromSrcMd(`${HEAD}\n${body}`);
  if (isRefusal(read)) throw new Error(read.message);
  return read.cells;
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
~~~~

###### b.ts

\`\`\`
\`\`\`
`;
    expect(sandboxOf(body)).toEqual([
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
    expect(sandboxOf('one\r\ntwo\n')).toEqual([markdown('one\r\ntwo')]);
  });
});
