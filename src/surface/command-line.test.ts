/** Commands that can be copied and run, named by the rules in docs/spec/replies.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../kernel/json.ts';
import { suggestCall } from '../kernel/suggestion.ts';
import { commandLine } from './command-line.ts';

const RUNS = { seed: 1731, numRuns: 400 };

function lineOf(params: JsonObject): string {
  return commandLine(suggestCall('tool', params, 'for the test'));
}

/** Reads a command as an agent would: bare text, or JSON. */
function readBack(line: string): { tool: string; params: Record<string, Json> } {
  const [tool = '', ...rest] = line.split(' ');
  let left = rest.join(' ');
  const params: Record<string, Json> = {};
  while (left !== '') {
    const name = /^[a-z_]+(?==)/.exec(left)?.[0];
    if (name === undefined) throw new Error(`no key at ${left}`);
    left = left.slice(name.length + 1);
    const [value, length] = valueAt(left);
    params[name] = value;
    left = left.slice(length).replace(/^ /, '');
  }
  return { tool, params };
}

/** The shortest piece up to a space or the end that is JSON, else the bare word. */
function valueAt(text: string): [Json, number] {
  for (let end = 1; end <= text.length; end++) {
    if (end < text.length && text[end] !== ' ') continue;
    try {
      return [JSON.parse(text.slice(0, end)) as Json, end];
    } catch {}
  }
  const [word = ''] = text.split(' ', 1);
  return [word, word.length];
}

describe('a command', () => {
  it.each([
    [{}, 'tool'],
    [{ b: 1, a: 'x' }, 'tool a=x b=1'],
    [{ ref: 'idea/cache-2.0:x@y+z_' }, 'tool ref=idea/cache-2.0:x@y+z_'],
    [{ text: 'two words' }, 'tool text="two words"'],
    [{ text: '' }, 'tool text=""'],
    [{ text: 'a"b\\c\nd' }, 'tool text="a\\"b\\\\c\\nd"'],
    [{ text: 'ä' }, 'tool text="ä"'],
    [
      { n: 5, yes: true, list: [1, 'a'], o: { k: 'v' } },
      'tool list=[1,"a"] n=5 o={"k":"v"} yes=true',
    ],
    [{ gone: null, left: undefined, kept: 0 }, 'tool kept=0'],
    [{ text: '5', also: 'true', none: 'null', neg: '-1.5' }, undefined],
  ])('[RP11] %j', (params, expected) => {
    expect(lineOf(params)).toBe(expected ?? 'tool also="true" neg="-1.5" none="null" text="5"');
  });

  it.each(['1e5', '1E+5', '-0', '1.0', 'TRUE', 'False', 'Null', '0x10', '00', '.5', '+1', '-'])(
    '[RP12] the text %s reads back as itself',
    (text) => {
      expect(readBack(lineOf({ text }))).toEqual({ tool: 'tool', params: { text } });
    },
  );

  const name = fc.constantFrom('a', 'branch', 'content', 'doc', 'from_ref', 'meta');
  const texts = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'B', 'ä', '界', '🧭', '/', ':', '@', '_', '\t') }),
    fc.string({ unit: fc.constantFrom('1', '-', '.', 'e', '+', 'a', ' ', '=', '"', '\\', '\n') }),
    fc.constantFrom('true', 'false', 'null', 'NaN', 'Infinity', '12', '1e3', '{}', '[]'),
  );
  const values = fc.oneof(texts, fc.integer(), fc.boolean(), fc.array(texts, { maxLength: 3 }));

  it('[RP12] reads back to the same arguments', () => {
    fc.assert(
      fc.property(fc.dictionary(name, values, { maxKeys: 5 }), (params) => {
        expect(readBack(lineOf(params))).toEqual({ tool: 'tool', params: { ...params } });
      }),
      RUNS,
    );
  });

  it('[RP11] has its keys in order', () => {
    fc.assert(
      fc.property(fc.dictionary(name, fc.integer(), { maxKeys: 6 }), (params) => {
        const keys = lineOf(params)
          .split(' ')
          .slice(1)
          .map((word) => word.split('=', 1)[0]);
        expect(keys).toEqual(Object.keys(params).sort());
      }),
      RUNS,
    );
  });

  it.each(['\n', '\r\n', '\r', '\u2028', '\u2029'])('[RP13] is one line, also with %j', (brk) => {
    const line = lineOf({ content: `one${brk}two`, meta: { [`k${brk}`]: [brk] } });
    expect(line).not.toMatch(/[\r\n\u2028\u2029]/);
    expect(readBack(line).params.content).toBe(`one${brk}two`);
  });
});
