/** Markdown as the page reads it, named by the rules in docs/spec/observatory.md. */

import { describe, expect, it } from 'vitest';
import { type Inline, parseInline, parseMarkdown } from './markdown.ts';

const text = (words: string): Inline => ({ is: 'text', text: words });

describe('blocks', () => {
  it('[OB91] are paragraphs, headings, lists, code, quotes and rules', () => {
    const blocks = parseMarkdown(
      [
        '# Why',
        'One line',
        'goes on.',
        '',
        '- a',
        '  more of a',
        '  - b',
        '- [x] c',
        '3. third',
        '',
        '> said',
        '***',
        '```js',
        'if (a < b) *no*',
        '```',
      ].join('\n'),
    );
    expect(blocks).toEqual([
      { is: 'heading', level: 1, parts: [text('Why')] },
      { is: 'paragraph', parts: [text('One line\ngoes on.')] },
      {
        is: 'list',
        items: [
          { level: 0, parts: [text('a\nmore of a')] },
          { level: 1, parts: [text('b')] },
          { level: 0, isDone: true, parts: [text('c')] },
          { level: 0, number: 3, parts: [text('third')] },
        ],
      },
      { is: 'quote', parts: [text('said')] },
      { is: 'rule' },
      { is: 'code', language: 'js', text: 'if (a < b) *no*' },
    ]);
  });

  it('[OB91] code without an end goes on to the end, and an ordered list keeps its number', () => {
    expect(parseMarkdown('~~~\na\n```\nb')).toEqual([
      { is: 'code', language: '', text: 'a\n```\nb' },
    ]);
    expect(parseMarkdown('7. seven\n   - of it')).toMatchObject([
      { items: [{ number: 7 }, { level: 1 }] },
    ]);
    expect(parseMarkdown('')).toEqual([]);
  });
});

describe('words', () => {
  it('[OB91] have emphasis, code and links', () => {
    expect(parseInline('a **b *c* d** `x*y` ~~z~~')).toEqual([
      text('a '),
      { is: 'strong', parts: [text('b '), { is: 'em', parts: [text('c')] }, text(' d')] },
      text(' '),
      { is: 'code', text: 'x*y' },
      text(' '),
      { is: 'del', parts: [text('z')] },
    ]);
    expect(parseInline('see [the RFC](https://example.org/a?b=1) now')).toEqual([
      text('see '),
      {
        ...{ is: 'link', url: 'https://example.org/a?b=1', host: 'example.org' },
        parts: [text('the RFC')],
      },
      text(' now'),
    ]);
    expect(parseInline('go to https://example.org/a.')).toEqual([
      text('go to '),
      {
        ...{ is: 'link', url: 'https://example.org/a', host: 'example.org' },
        parts: [text('https://example.org/a')],
      },
      text('.'),
    ]);
  });

  it.each([
    'snake_case_name',
    '2 * 3 * 4',
    '**open',
    '[no](link',
    'a ` b',
    '``` a ``',
    'https://',
    '\\',
    '__init__x',
  ])('[OB91] %j has no markup', (words) => {
    const plain = parseInline(words).map((part) => ('text' in part ? part.text : '?'));
    expect(plain.join('')).toBe(words);
  });

  it('[OB91] a backslash takes a sign its meaning', () => {
    expect(parseInline('\\*a\\* \\q')).toEqual([text('*a* \\q')]);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[click](javascript:alert(1))',
    '[click](data:text/html,x)',
    '[click](vbscript:x)',
    '[click](//evil.example)',
    '[click](file:///etc/passwd)',
    '[click](java\nscript:alert(1))',
    '![x](data:image/svg+xml,x)',
    '<https://example.org',
  ])('[OB91] %j offers no link but to the web, and no element', (words) => {
    const kinds = JSON.stringify(parseMarkdown(words));
    expect(kinds).not.toContain('"url":"j');
    expect(kinds).not.toMatch(/"url":"(?!https:\/\/example\.org)/);
  });

  it('[OB91] the host is that of the address, whatever its words and its user say', () => {
    expect(parseInline('[bank.example](https://bank.example@evil.example/)')).toMatchObject([
      { is: 'link', host: 'evil.example' },
    ]);
  });

  it('[OB91] an image is a link, and is never loaded', () => {
    expect(parseInline('![a map](https://example.org/map.png)')).toMatchObject([
      { is: 'link', host: 'example.org' },
    ]);
  });
});

const LONG = 1_000_000;

function repeated(piece: string): string {
  return piece.repeat(Math.ceil(LONG / piece.length));
}

/** No time is asserted: anything but linear time would last for hours, far beyond the timeout. */
describe('hostile texts', () => {
  it.each([
    ['brackets', '['],
    ['stars', '*a '],
    ['strong', '**'],
    ['underscores', ' _a'],
    ['backquotes', '`a'],
    ['links', '[a]('],
    ['images', '![a]('],
    ['quotes', '>'],
    ['rules', '- '],
    ['headings', '#'],
    ['addresses', 'http://'],
    ['items', ' - x\n'],
    ['fences', '```\n'],
  ])('[OB91] %s take time in proportion to their length', (_name, piece) => {
    expect(parseMarkdown(repeated(piece)).length).toBeGreaterThan(0);
  });
});
