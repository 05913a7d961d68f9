/** Tests of how the words of a command are parsed; the rules are in docs/spec/configuration.md. */

import { describe, expect, it } from 'vitest';
import type { Flag } from './flags.ts';
import { parseWords } from './parse-words.ts';

const FLAGS: readonly Flag[] = [
  { name: 'data-dir', value: '<dir>', meaning: 'directory', setting: 'dataDir' },
  { name: 'json', meaning: 'as JSON' },
  { name: 'http', value: '[url]', meaning: 'address' },
  { name: 'client', value: '<name>', meaning: 'client', choices: ['a', 'b'], usual: 'a' },
];

const parse = (words: readonly string[], usage = 'call <tool> [json]') =>
  parseWords(words, usage, FLAGS);

describe('words', () => {
  it('are flags or positional, wherever the flags stand', () => {
    const expected = {
      words: ['help', '{}'],
      settings: { dataDir: 'x' },
      own: { json: true, client: 'b' },
      problem: undefined,
    };
    expect(parse(['help', '{}', '--data-dir', 'x', '--json', '--client', 'b'])).toMatchObject(
      expected,
    );
    expect(parse(['--client=b', '--data-dir=x', '--json', 'help', '{}'])).toMatchObject(expected);
  });

  it('after two dashes are not flags, and a single dash is a word', () => {
    expect(parse(['help', '--', '--json'])).toMatchObject({ words: ['help', '--json'] });
    expect(parse(['help', '-'])).toMatchObject({ words: ['help', '-'], problem: undefined });
  });

  it('leave a flag its default if it is not given; if it is given twice, the last one counts', () => {
    expect(parse(['help']).own).toEqual({ client: 'a' });
    expect(parse(['help', '--client', 'a', '--client', 'b']).own).toMatchObject({ client: 'b' });
  });

  it.each([
    { words: ['--http'], http: true },
    { words: ['--http', 'http://x'], http: 'http://x' },
    { words: ['--http=http://x'], http: 'http://x' },
    { words: ['--http', '--json'], http: true },
  ])('leave out a value that need not be there: $words', ({ words, http }) => {
    const { own, words: rest, problem } = parse(words, 'init');
    expect({ http: own.http, rest, problem }).toEqual({ http, rest: [], problem: undefined });
  });

  it.each([
    { words: ['help', '--jsn'], says: 'unknown option --jsn; did you mean --json?' },
    { words: ['help', '-x'], says: 'unknown option -x' },
    { words: ['help', '--data-dir'], says: '--data-dir <dir>: the value is missing' },
    { words: ['help', '--json=1'], says: '--json takes no value' },
    { words: ['help', '--client', 'c'], says: '--client: expected a, b; not c' },
    { words: [], says: 'call <tool>: the tool is missing' },
    { words: ['help', '{}', 'more'], says: 'call: unexpected word more' },
  ])('[CO50] $words is a mistake: $says', ({ words, says }) => {
    expect(parse(words)).toMatchObject({ problem: says, wantsHelp: false });
  });

  it('[CO50] ask for help, even if other words are wrong', () => {
    for (const help of ['-h', '--help']) {
      expect(parse(['--frobnicate', help]).wantsHelp).toBe(true);
    }
  });
});
