/** The figures of a session, named by the rules in docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { someChain, someSession } from '../../../test/support/thought-samples.ts';
import { analyzeSession } from './analyze-session.ts';

const MINUTE_MS = 60_000;

describe('the figures', () => {
  it('[TH43] of the example in the guide', () => {
    const session = someSession({
      ...{ thoughtCount: 12, branchCount: 1, revisionCount: 1, branchThoughts: 3 },
      ...{ critiqueCount: 2, firstMs: 0, lastMs: 24 * MINUTE_MS, tags: ['web'] },
    });
    const main = someChain({ count: 9, total: 9, isComplete: true, lastSeq: 20 });
    const branch = someChain({ name: 'cache', origin: 2, count: 3, lastSeq: 15 });
    expect(analyzeSession(session, [main, branch])).toEqual({
      sessionId: session.id,
      metadata: {
        title: 'Slow pages',
        tags: ['web'],
        thoughtCount: 12,
        branchCount: 1,
        revisionCount: 1,
        duration: 24 * MINUTE_MS,
        createdAt: '2026-01-05T09:00:00.000Z',
        lastUpdatedAt: '2026-01-05T09:02:00.000Z',
      },
      structure: { linearityScore: 0.67, revisionRate: 0.08, maxDepth: 1, thoughtDensity: 0.5 },
      quality: { critiqueRequests: 2, hasConvergence: true, isComplete: true },
      linearity: 0.67,
      density: 0.5,
      completion: 1,
      branchCount: 1,
    });
  });

  it('[TH43] of an empty session are 1 for linearity, else 0', () => {
    const { structure, quality, completion } = analyzeSession(someSession(), []);
    expect(structure).toEqual({
      linearityScore: 1,
      revisionRate: 0,
      maxDepth: 0,
      thoughtDensity: 0,
    });
    expect(quality).toEqual({ critiqueRequests: 0, hasConvergence: false, isComplete: false });
    expect(completion).toBe(0);
  });

  const figures = (session: object, ...chains: Parameters<typeof someChain>[0][]) =>
    analyzeSession(someSession(session), chains.map(someChain));

  it('[TH43] linearity falls with revisions and thoughts on branches, not below 0', () => {
    const linearity = (thoughtCount: number, revisionCount: number, branchThoughts: number) =>
      figures({ thoughtCount, revisionCount, branchThoughts }, {}).linearity;
    expect(linearity(4, 0, 0)).toBe(1);
    expect(linearity(4, 1, 1)).toBe(0.5);
    expect(linearity(3, 1, 0)).toBe(0.67);
    // A revision on a branch counts for both.
    expect(linearity(3, 3, 2)).toBe(0);
  });

  it('[TH43] density is thoughts per minute, 0 if no time passed', () => {
    const density = (thoughtCount: number, lastMs: number) =>
      figures({ thoughtCount, firstMs: 0, lastMs }, {}).density;
    expect(density(1, 0)).toBe(0);
    expect(density(10, MINUTE_MS)).toBe(10);
    expect(density(1, 3 * MINUTE_MS)).toBe(0.33);
    expect(figures({ thoughtCount: 2, firstMs: 500, lastMs: 1_500 }).metadata.duration).toBe(1_000);
  });

  it('[TH43] it converges if the main chain continues after every branch', () => {
    const converges = (main: number, ...branches: readonly number[]) =>
      figures(
        {},
        { lastSeq: main },
        ...branches.map((lastSeq, n) => ({ name: `b${n}`, origin: 1, lastSeq })),
      ).quality.hasConvergence;
    expect(converges(9)).toBe(false);
    expect(converges(9, 8)).toBe(true);
    expect(converges(9, 8, 10)).toBe(false);
    expect(converges(11, 8, 10)).toBe(true);
  });

  it('[TH43] completion is 1 when complete, else the share of the total', () => {
    const completion = (chain: object) => figures({ thoughtCount: 1 }, chain).completion;
    expect(completion({ count: 1, total: 9, isComplete: true })).toBe(1);
    expect(completion({ count: 3, total: 9 })).toBe(0.33);
    expect(completion({ count: 9, total: 3 })).toBe(0.9);
    expect(completion({ count: 1, total: 1 })).toBe(0.5);
    expect(completion({ count: 900, total: 900 })).toBe(0.99);
    // A branch that is over does not complete the session.
    const branch = { name: 'b', origin: 1, isComplete: true };
    expect(figures({}, { count: 1, total: 4 }, branch)).toMatchObject({
      quality: { isComplete: false },
      completion: 0.25,
    });
  });
});
