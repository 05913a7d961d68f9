/** The three-way merge of single values; rules in docs/spec/graph.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { threeWay } from './three-way.ts';

const same = (a: number, b: number) => a === b;
const RUNS = { seed: 1731, numRuns: 500 };
const sides = fc.record({ base: fc.nat(2), theirs: fc.nat(2), ours: fc.nat(2) });

describe('threeWay', () => {
  it.each([
    ['nobody changed it', 0, 0, 0, 'skip'],
    ['only we changed it', 0, 0, 1, 'skip'],
    ['only they changed it', 0, 1, 0, 'apply'],
    ['both changed it alike', 0, 1, 1, 'skip'],
    ['both changed it differently', 0, 1, 2, 'conflict'],
  ])('[GR20] %s', (_what, base, theirs, ours, outcome) => {
    expect(threeWay({ base, theirs, ours }, same)).toBe(outcome);
  });

  it('[GR20] never overwrites a change of ours', () => {
    fc.assert(
      fc.property(sides, (each) => {
        if (threeWay(each, same) === 'apply') expect(each.ours).toBe(each.base);
      }),
      RUNS,
    );
  });

  it('[GR20] never drops a change of theirs silently', () => {
    fc.assert(
      fc.property(sides, (each) => {
        const isThere = each.theirs === each.base || each.theirs === each.ours;
        expect(threeWay(each, same) === 'skip').toBe(isThere);
      }),
      RUNS,
    );
  });

  it('[GR20] is the same conflict from both sides', () => {
    fc.assert(
      fc.property(sides, ({ base, theirs, ours }) => {
        const there = threeWay({ base, theirs, ours }, same) === 'conflict';
        const back = threeWay({ base, theirs: ours, ours: theirs }, same) === 'conflict';
        expect(there).toBe(back);
      }),
      RUNS,
    );
  });
});
