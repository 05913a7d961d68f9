import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stemsFrom } from './begun-words.ts';
import { stem } from './tokens.ts';

/** Some two thousand English words, as programmers use them. */
const WORDS = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'docs/spec/recall.md'].flatMap(
  (file) => {
    const text = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
    return text.toLowerCase().match(/\b[a-z]{5,}\b/g) ?? [];
  },
);

describe('the beginning of a word', () => {
  it('[RC12] [RC31] leads to its term from three letters on', () => {
    const lost: string[] = [];
    for (const word of new Set(WORDS)) {
      const term = stem(word);
      for (let length = 3; length < word.length; length++) {
        const begun = word.slice(0, length);
        const isFound =
          term.startsWith(begun) || term === stem(begun) || stemsFrom(begun).includes(term);
        if (!isFound) lost.push(`${begun} of ${word}`);
      }
    }
    expect(new Set(WORDS).size).toBeGreaterThan(1_000);
    expect(lost).toEqual([]);
  });

  it('[RC12] stands for no word that does not begin so', () => {
    expect(stemsFrom('configurati')).toContain('configur');
    expect(stemsFrom('loggin')).toContain('log');
    expect(stemsFrom('thoug')).toContain('think');
    expect(stemsFrom('cardinal')).not.toContain('card');
    expect(stemsFrom('été')).toEqual([]);
    expect(stemsFrom('v2')).toEqual([]);
  });
});
