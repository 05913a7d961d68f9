/** The ranking of texts, named by the rules in docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import type { Posting } from '../terms/postings.ts';
import {
  bestFirst,
  type Candidate,
  finalScore,
  frequency,
  NOTHING_AROUND,
  type Ranked,
  type ReadPlaces,
  scoreGroups,
  scoreWords,
} from './rank.ts';

const DAY_MS = 24 * 3_600_000;

function posting(number: number, more: Partial<Posting> = {}): Posting {
  return { number, kind: 'note', count: 1, length: 10, ...more };
}

function places(...postings: readonly Posting[]): ReadPlaces {
  return { postings, frequency: postings.length };
}

const asked = (...terms: readonly string[]) =>
  terms.map((term) => ({ word: term, terms: [{ term, weight: 1 }] }));

/** The candidates by their numbers. */
function scored(...args: Parameters<typeof scoreWords>): ReadonlyMap<number, Candidate> {
  return new Map(scoreWords(...args).map((each) => [each.number, each]));
}

const RANKED: Ranked = {
  kind: 'note',
  words: 2,
  around: NOTHING_AROUND,
  state: undefined,
  ageMs: 400 * DAY_MS,
  isInFocus: false,
};
const score = (more: Partial<Ranked>) => finalScore({ ...RANKED, ...more });

describe('the words of a text', () => {
  it('[RC13] rare words count more, further occurrences less, and long texts less', () => {
    const common = Array.from({ length: 40 }, (_, at) => posting(100 + at));
    const read = new Map([
      ['common', places(...common)],
      ['rare', places(posting(1), posting(2, { count: 3 }), posting(3, { length: 200 }))],
    ]);
    const found = scored(asked('common', 'rare'), read, 1_000);
    const worth = (number: number) => found.get(number)?.words ?? 0;
    expect(worth(1)).toBeGreaterThan(1.5 * worth(100));
    expect(worth(2)).toBeGreaterThan(worth(1));
    expect(worth(2)).toBeLessThan(3 * worth(1));
    expect(worth(3)).toBeLessThan(worth(1));
    expect(worth(3)).toBeGreaterThan(0);
  });

  it('[RC13] a text with both words is worth the sum, and tells how many it has', () => {
    const read = new Map([
      ['a', places(posting(1), posting(2))],
      ['b', places(posting(2), posting(3))],
    ]);
    const found = scored(asked('a', 'b'), read, 100);
    expect([1, 2, 3].map((number) => found.get(number)?.parts.length)).toEqual([1, 2, 1]);
    const [one, both] = [found.get(1)?.words ?? 0, found.get(2)?.words ?? 0];
    expect(both).toBeCloseTo(2 * one, 10);
  });

  it('[RC12] of the terms that stand for one word, the best counts, by its weight', () => {
    const read = new Map([
      ['cach', places(posting(1))],
      ['cache2', places(posting(1), posting(2))],
    ]);
    const terms = [
      { term: 'cach', weight: 1 },
      { term: 'cache2', weight: 0.5 },
      { term: 'absent', weight: 1 },
    ];
    const found = scored([{ word: 'cache', terms }], read, 100);
    const alone = scored(asked('cach'), new Map([['cach', places(posting(1))]]), 100);
    expect(found.get(1)?.words).toBeCloseTo(alone.get(1)?.words ?? 0, 10);
    expect(found.get(1)?.parts).toHaveLength(1);
    expect(found.get(2)?.words).toBeLessThan(0.5 * (found.get(1)?.words ?? 0));
  });

  it('[RC14] a group is worth more the more of its texts say, and ever less so', () => {
    const text = { number: 1, kind: 'note', words: 2, parts: [[0, 2]] } as const;
    const counts = [1, 2, 4, 8];
    const groups = new Map(counts.map((count) => [`${count}`, Array(count).fill(text)]));
    const scores = scoreGroups(groups);
    const times = counts.map((count) => scores.get(`${count}`) ?? 0);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect((times[3] ?? 0) / (times[0] ?? 1)).toBeLessThan(2.2);
    expect(scoreGroups(new Map())).toEqual(new Map());
  });

  it('[RC14] a word that few groups have tells more of a group than one that all have', () => {
    const common = { number: 1, kind: 'note', words: 2, parts: [[0, 2]] } as const;
    const rare = { number: 2, kind: 'note', words: 2, parts: [[1, 2]] } as const;
    const scores = scoreGroups(
      new Map([
        ['a', [common, rare]],
        ['b', [common]],
        ['c', [common, common]],
      ]),
    );
    const [a = 0, b = 0, c = 0] = ['a', 'b', 'c'].map((name) => scores.get(name));
    expect(a - b).toBeGreaterThan(b);
    expect(a).toBeGreaterThan(c);
  });

  it('[RC13] a word that every text has is still worth something', () => {
    const everywhere = Array.from({ length: 500 }, (_, at) => posting(at));
    const found = scored(asked('x'), new Map([['x', places(...everywhere)]]), 10);
    for (const { words } of found.values()) expect(words).toBeGreaterThan(0);
  });

  it('[RC13] of words whose older places were not read, the number is estimated', () => {
    expect(frequency(1_000, 0, 5_000)).toBe(1_000);
    expect(frequency(1_000, 4_000, 5_000)).toBe(5_000);
    expect(frequency(1_000, 5_000, 5_000)).toBe(5_000_000);
  });
});

describe('what else counts', () => {
  it('[RC14] neighbours count less than own words, nearer ones more', () => {
    const own = score({});
    const beside = score({ words: 0, around: { ...NOTHING_AROUND, beside: 2 } });
    const further = score({ words: 0, around: { ...NOTHING_AROUND, further: 2 } });
    const group = score({ words: 0, around: { ...NOTHING_AROUND, group: 2 } });
    expect(own).toBeGreaterThan(beside);
    expect(beside).toBeGreaterThan(further);
    expect(further).toBeGreaterThan(0);
    expect(group).toBeGreaterThan(0);
    expect(score({ around: { ...NOTHING_AROUND, heading: 2 } })).toBeGreaterThan(own);
  });

  it('[RC15] what no longer holds is worth less than half, what is done as much', () => {
    for (const state of ['revised', 'replaced', 'retired', 'deleted', 'merged', 'resolved']) {
      expect(score({ state }), state).toBeLessThan(score({}) / 2);
      expect(score({ state }), state).toBeGreaterThan(0);
    }
    for (const state of ['done', 'answered', 'closed']) expect(score({ state })).toBe(score({}));
  });

  it('[RC16] what is newer, in focus, or a rule is worth somewhat more', () => {
    const ages = [-DAY_MS, 0, 30, 60, 400].map((days) => score({ ageMs: days * DAY_MS }));
    expect(ages).toEqual([...ages].sort((a, b) => b - a));
    expect(score({ ageMs: 0 }) / score({ ageMs: 9_999 * DAY_MS })).toBeLessThan(1.5);
    expect(score({ isInFocus: true })).toBeGreaterThan(score({}));
    expect(score({ kind: 'rule' })).toBeGreaterThan(score({ kind: 'note' }));
    expect(score({ kind: 'output' })).toBeLessThan(score({ kind: 'note' }));
  });

  it('[RC17] the newer of two equals comes first', () => {
    const each = [3, 9, 5].map((number) => ({ number, words: 1 }));
    const sorted = bestFirst([...each, { number: 1, words: 2 }], ({ words }) => words);
    expect(sorted.map(({ number }) => number)).toEqual([1, 9, 5, 3]);
  });
});
