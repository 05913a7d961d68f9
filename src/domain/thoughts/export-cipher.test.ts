/** Exports in cipher, named by the rules in docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { someChain, someThought } from '../../../test/support/thought-samples.ts';
import { parseCipher } from './cipher.ts';
import { cipherOf } from './export-cipher.ts';
import { MAIN } from './session.ts';
import type { Thought } from './thought.ts';

const main = someChain();

function exported(texts: readonly string[], more: Partial<Thought> = {}): string[] {
  const thoughts = texts.map((text, at) => someThought(at + 1, { ...more, text }));
  return cipherOf(thoughts, [main]).split('\n');
}

describe('an export in cipher', () => {
  it('[TH42] has the steps as they were written; long prose becomes one shortened line', () => {
    expect(exported(['S1|O|one\nS2|R|^S1|two\nmore'])).toEqual(['S1|O|one', 'S2|R|^S1|two more']);
    const [long = ''] = exported(['ä\n'.repeat(300)]);
    expect([...long.slice('S1|O|'.length)]).toHaveLength(200);
    expect(long.endsWith('…')).toBe(true);
  });

  it('[TH86] gives prose a label that no step has, and references stay with what they meant', () => {
    expect(exported(['prose', 'S1|H|guess', 'S2|E|S1|seen', 'as [S1] says'])).toEqual([
      ...['S5|O|prose', 'S1|H|guess', 'S2|E|S1|seen', 'S4|O|as [S1] says'],
    ]);
    expect(exported(['one', 'S1|R|^S1|of the first', 'S2|X|S1|of the step'])).toEqual([
      ...['S3|O|one', 'S1|R|^S3|of the first', 'S2|X|S1|of the step'],
    ]);
  });

  it('[TH86] a label that was used again is a new one, on every chain', () => {
    const thoughts = [
      someThought(1, { text: 'S1|O|first' }),
      someThought(2, { text: 'S1|O|second\nS2|H|S1|of the second\nS9|Q|⊖S1 and S77?' }),
      someThought(1, { seq: 3, chain: 'b', text: 'S1|H|aside' }),
      someThought(2, { seq: 4, chain: 'b', text: 'S3|E|⊖S1,S2|no' }),
    ];
    const chains = [main, someChain({ name: 'b', origin: 2 })];
    expect(cipherOf(thoughts, chains).split('\n')).toEqual([
      ...['S1|O|first', 'S10|O|second', 'S2|H|S10|of the second', 'S9|Q|⊖S10 and S77?'],
      ...['', '# b from S9', 'S11|H|aside', 'S3|E|⊖S11,S2|no'],
    ]);
  });

  it('[TH100] the main chain has its numbers, whatever came on branches before', () => {
    const thoughts = [
      someThought(1, { text: 'one' }),
      someThought(1, { seq: 2, chain: 'alt', text: 'aside one' }),
      someThought(2, { seq: 3, chain: 'alt', text: 'S3|H|aside two' }),
      someThought(2, { seq: 4, text: 'two' }),
      someThought(3, { seq: 5, text: 'three, as [S2] says' }),
      someThought(3, { seq: 6, chain: 'alt', text: 'against [S3]' }),
    ];
    const chains = [main, someChain({ name: 'alt', origin: 1 })];
    expect(cipherOf(thoughts, chains).split('\n')).toEqual([
      ...['S1|O|one', 'S2|O|two', 'S3|O|three, as [S2] says'],
      ...['', '# alt from S1', 'S5|O|aside one', 'S4|H|aside two', 'S6|O|against [S4]'],
    ]);
  });

  it('[TH86] what is exported is parsed as it was meant', () => {
    const lines = exported(['S1 | not a reference', 'S2|O|-|S1|bars', 'S3|E|⊖S2|no', '- | x']);
    expect(lines).toEqual([
      ...['S1|O|-|S1 | not a reference', 'S2|O|-|S1|bars', 'S3|E|⊖S2|no', 'S4|O|-|- | x'],
    ]);
    const parsed = parseCipher(lines.join('\n'));
    expect(parsed.map(({ refs }) => refs.map(({ rel }) => rel))).toEqual([
      ...[[], [], ['contradicts'], []],
    ]);
    const revision = { revises: { chain: MAIN, number: 1 } };
    const [, last] = cipherOf(
      [someThought(1, { text: 'S7|H|a' }), someThought(2, { text: 'not so', ...revision })],
      [main],
    ).split('\n');
    expect(last).toBe('S2|R|^S7|not so');
  });
});
