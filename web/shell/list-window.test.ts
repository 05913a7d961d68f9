/** The window of a long list, named by the rules in docs/spec/observatory.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorOf, scrollFor, visibleRange } from './list-window.ts';

const HEIGHT = 30;
const WINDOW = 300;

describe('a long list', () => {
  it('shows a bounded number of rows, whatever its length', () => {
    expect(visibleRange({ top: 0, height: WINDOW }, HEIGHT, 50_000)).toEqual({ from: 0, to: 18 });
    const middle = visibleRange({ top: 600_000, height: WINDOW }, HEIGHT, 50_000);
    expect(middle.to - middle.from).toBeLessThan(40);
    expect(visibleRange({ top: 9_999, height: WINDOW }, HEIGHT, 3)).toEqual({ from: 3, to: 3 });
  });

  it('[OB48] keeps the anchor at its pixel through any insertions and removals', () => {
    const keys = fc.uniqueArray(fc.integer({ min: 0, max: 500 }).map(String), { minLength: 40 });
    fc.assert(
      fc.property(keys, keys, fc.nat(900), fc.nat(39), (before, other, top, at) => {
        const anchor = anchorOf(before, HEIGHT, before[at], top, WINDOW);
        if (!anchor) throw new Error('a list that is not empty has an anchor');
        // Long enough above that no position is cut off at the top.
        const after = [
          ...Array.from({ length: 100 }, (_, index) => `new ${index}`),
          ...other.filter((key) => key !== anchor.key),
          anchor.key,
        ];
        const scroll = scrollFor(anchor, after, HEIGHT) ?? Number.NaN;
        expect(after.indexOf(anchor.key) * HEIGHT - scroll).toBe(anchor.offset);
      }),
    );
    expect(scrollFor({ key: 'gone', offset: 0 }, ['a'], HEIGHT)).toBeUndefined();
  });

  it('[OB48] holds on to the selected row if it is seen, else to the first one', () => {
    const keys = Array.from({ length: 100 }, (_, index) => `k${index}`);
    expect(anchorOf(keys, HEIGHT, 'k12', 300, WINDOW)).toEqual({ key: 'k12', offset: 60 });
    expect(anchorOf(keys, HEIGHT, 'k90', 310, WINDOW)).toEqual({ key: 'k10', offset: -10 });
    expect(anchorOf([], HEIGHT, undefined, 0, WINDOW)).toBeUndefined();
  });
});
