/** Messages are counted by their bytes: text in them is not taken for structure. */

import { describe, expect, it } from 'vitest';
import { MAX_LEVELS, MAX_PARTS, tooManyParts } from './message-parts.ts';

const found = (text: string) => tooManyParts(Buffer.from(text));

/** A message with this many values, including the ones around them. */
function withParts(parts: number, start = '"jsonrpc":"2.0","id":7'): string {
  const own = 2 + (start.match(/,/g) ?? []).length + 1;
  return `{${start},"params":[${'1,'.repeat(parts - own - 1)}1]}`;
}

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a message', () => {
  it('[TP40] may have a limited number of values and levels', () => {
    expect(found(withParts(MAX_PARTS))).toBeUndefined();
    expect(found(withParts(MAX_PARTS + 1))).toEqual({
      fault: `a message has at most ${MAX_PARTS} values`,
      id: 7,
    });
    expect(found(nested(MAX_LEVELS))).toBeUndefined();
    expect(found(nested(MAX_LEVELS + 1))).toEqual({
      fault: `a message is nested at most ${MAX_LEVELS} levels`,
      id: null,
    });
  });

  it('[TP40] may contain any characters in a text', () => {
    const texts = ['[{,'.repeat(MAX_PARTS), '"'.repeat(MAX_PARTS), `\\${'","'.repeat(MAX_PARTS)}`];
    for (const text of texts) {
      expect(found(JSON.stringify({ id: 1, params: { [text]: text, 'é\u2028😀': text } }))).toBe(
        undefined,
      );
    }
  });

  it.each([
    ['"jsonrpc":"2.0","id":7', 7],
    ['"id" : \n "a \\"b\\" é" , "jsonrpc":"2.0"', 'a "b" é'],
    ['"id":-3', -3],
    ['"method":"id","id":1', 1],
    ['"id":null', null],
    ['"id":[1]', null],
    ['"id":1.5', null],
    ['"id":"\\x"', null],
    [`"id":"${'x'.repeat(400)}"`, null],
    ['"ID":1', null],
    ['"params":{"id":1}', null],
    ['"method":"id"', null],
  ])('[TP40] is refused with the id that it has: %s', (start, id) => {
    expect(found(withParts(MAX_PARTS + 10, start))).toMatchObject({ id });
  });

  it('[TP40] is counted to its end, whether it is JSON or not', () => {
    for (const text of ['', '"', '"\\', '{"id"', '{"id" ', '}}}}', 'hello']) {
      expect(found(text)).toBeUndefined();
    }
    expect(found(`]]]]${','.repeat(MAX_PARTS)}`)).toMatchObject({ id: null });
  });
});
