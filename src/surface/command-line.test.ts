/** Commands that can be copied and run, named by the rules in docs/spec/replies.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../kernel/json.ts';
import { suggestCall } from '../kernel/suggestion.ts';
import { commandLine, readWord, shellLine, wordsIn } from './command-line.ts';

const RUNS = { seed: 1731, numRuns: 400 };

function lineOf(params: JsonObject): string {
  return commandLine(suggestCall('tool', params, 'for the test'));
}

/** Reads a command as `waymark call` does. */
function readBack(line: string): { tool: string; params: Record<string, Json> } {
  const [tool = '', ...words] = wordsIn(line);
  const params: Record<string, Json> = {};
  for (const word of words) {
    const pair = readWord(word);
    if (!pair) throw new Error(`not key=value: ${word}`);
    params[pair.name] = pair.value;
  }
  return { tool, params };
}

/** The words that a shell makes of a line: quotes keep a word together, and are taken away. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|\\'|[^\s'])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|\\(')/g, (_, inside, quote) => inside ?? quote),
  );
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

  const nested = fc.oneof(values, fc.dictionary(texts, values, { maxKeys: 3 }));

  it('[RP12] reads back to the same arguments', () => {
    fc.assert(
      fc.property(fc.dictionary(name, nested, { maxKeys: 5 }), (params) => {
        expect(readBack(lineOf(params))).toEqual({ tool: 'tool', params: { ...params } });
      }),
      RUNS,
    );
  });

  it('[RP17] reads back from a shell, too', () => {
    fc.assert(
      fc.property(fc.dictionary(name, nested, { maxKeys: 5 }), (params) => {
        const line = shellLine(suggestCall('tool', params, 'for the test'));
        const [program, verb, ...words] = shellWords(line);
        expect([program, verb]).toEqual(['waymark', 'call']);
        expect(readBack(words.join(' '))).toEqual({ tool: 'tool', params: { ...params } });
      }),
      RUNS,
    );
  });

  it('[RP17] for a shell is quoted where a shell would take it apart', () => {
    const params = { proof: ["CMD: it's run"], target: 'TASK-001', n: '5' };
    expect(shellLine(suggestCall('tool', params, 'for the test'))).toBe(
      `waymark call tool 'n="5"' 'proof=["CMD: it'\\''s run"]' target=TASK-001`,
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
