/** The passage of a text that a hit shows, named by the rules in docs/spec/recall.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termsOf } from '../terms/tokens.ts';
import { passage } from './passage.ts';

const RUNS = { seed: 1720, numRuns: 300 };
const termsIn = (query: string) => new Set(termsOf(query).keys());

describe('the passage', () => {
  it('[RC19] a short text is shown whole, in one line', () => {
    expect(passage('  One\n\ttwo  three ', termsIn('two'))).toBe('One two three');
    const full = 'x'.repeat(320);
    expect(passage(full, new Set())).toBe(full);
    expect(passage('', new Set())).toBe('');
  });

  it('[RC19] of a long text the part is shown that has most of the words', () => {
    const filler = 'nothing to see here '.repeat(60);
    const text = `cache ${filler}the disk and the cache are full ${filler}disk`;
    const shown = passage(text, termsIn('is the cache on the disk full?'));
    expect(shown).toContain('the disk and the cache are full');
    expect(shown).toMatch(/^….*…$/s);
    expect([...shown].length).toBeLessThanOrEqual(242);
  });

  it('[RC19] without words of the query it begins where the text begins', () => {
    const text = `Beginning ${'word '.repeat(200)}end`;
    expect(passage(text, termsIn('absent'))).toMatch(/^Beginning word.*…$/);
    expect(passage(text, termsIn('end'))).toMatch(/^….*end$/);
  });

  it('[RC19] of a very long text, words far behind are found as they are written', () => {
    const text = `Beginning ${'filler '.repeat(12_000)}the Cache is full ${'filler '.repeat(90)}`;
    expect(passage(text, termsIn('cache'))).toContain('the Cache is full');
    expect(passage(text, termsIn('absent'))).toMatch(/^Beginning filler/);
  });

  it('[RC19] is part of the text, has a bounded length, and cuts no character', () => {
    const words = fc.array(fc.constantFrom('alpha', 'beta', '🧭🧭', '迁移失败', 'ё', 'a\u0301b'), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(words, fc.constantFrom('alpha beta', '迁移', 'zeta', ''), (parts, query) => {
        const text = parts.join(' ');
        const shown = passage(text, termsIn(query));
        expect([...shown].length).toBeLessThanOrEqual(320);
        expect(shown.isWellFormed()).toBe(true);
        expect(text).toContain(shown.replace(/^…/, '').replace(/…$/, ''));
      }),
      RUNS,
    );
  });
});
