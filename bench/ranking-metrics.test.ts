import { describe, expect, it } from 'vitest';
import { mean } from './measure.ts';
import { allAt, anyAt, groupsOf, ndcgAt, recallAt, reciprocalRank } from './ranking-metrics.ts';

const RANKED = ['c', 'a', 'd', 'b'];

describe('metrics of a ranking', () => {
  it('recall is the share of the relevant among the first', () => {
    const relevant = new Set(['a', 'b']);
    expect(recallAt(1, RANKED, relevant)).toBe(0);
    expect(recallAt(2, RANKED, relevant)).toBe(0.5);
    expect(recallAt(4, RANKED, relevant)).toBe(1);
    expect(recallAt(10, RANKED, new Set(['a', 'x', 'y', 'z']))).toBe(0.25);
    expect(() => recallAt(10, RANKED, new Set())).toThrow('nothing is relevant');
  });

  it('what comes twice counts once', () => {
    expect(recallAt(2, ['a', 'a'], new Set(['a', 'b']))).toBe(0.5);
    expect(ndcgAt(2, ['a', 'a'], new Map(Object.entries({ a: 1, b: 1 })))).toBeCloseTo(
      1 / (1 + 1 / Math.log2(3)),
    );
  });

  it('any and all among the first', () => {
    const relevant = new Set(['a', 'b']);
    expect([1, 2, 4].map((most) => anyAt(most, RANKED, relevant))).toEqual([0, 1, 1]);
    expect([1, 2, 4].map((most) => allAt(most, RANKED, relevant))).toEqual([0, 0, 1]);
  });

  it('the reciprocal rank is that of the first relevant', () => {
    expect(reciprocalRank(RANKED, new Set(['c', 'b']))).toBe(1);
    expect(reciprocalRank(RANKED, new Set(['d', 'b']))).toBeCloseTo(1 / 3);
    expect(reciprocalRank(RANKED, new Set(['x']))).toBe(0);
  });

  it('nDCG compares with the best order, higher gains first', () => {
    const gains = new Map(Object.entries({ a: 3, b: 1 }));
    expect(ndcgAt(10, ['a', 'b'], gains)).toBe(1);
    expect(ndcgAt(10, ['a', 'x', 'b'], gains)).toBeCloseTo((3 + 1 / 2) / (3 + 1 / Math.log2(3)));
    expect(ndcgAt(10, ['b', 'a'], gains)).toBeCloseTo(
      (1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3)),
    );
    expect(ndcgAt(1, ['b', 'a'], gains)).toBeCloseTo(1 / 3);
    expect(ndcgAt(10, ['x'], gains)).toBe(0);
  });

  it('groups come in the order of their best members', () => {
    expect(groupsOf(['b2', 'a1', 'b1', 'c1'], (id) => id.slice(0, 1))).toEqual(['b', 'a', 'c']);
  });

  it('there is no mean of nothing', () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(() => mean([])).toThrow();
  });
});
