/** Texts that say the same, named by the rules in docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { isAlike } from './alike.ts';
import { termsOf } from './tokens.ts';

const alike = (a: string, b: string) => isAlike(termsOf(a), termsOf(b));

describe('texts that say the same', () => {
  it('[RC20] order, case and forms of words do not matter', () => {
    expect(alike('The cache is full.', 'full: THE CACHES')).toBe(true);
    const long = 'one two three four five six seven eight nine ten eleven twelve thirteen';
    expect(alike(long, `${long} fourteen`)).toBe(true);
  });

  it('[RC20] one word more makes a short text another one', () => {
    expect(alike('The cache is full', 'The cache is not empty')).toBe(false);
    expect(alike('cache full', 'cache full again')).toBe(false);
    expect(alike('…', '!')).toBe(false);
  });
});
