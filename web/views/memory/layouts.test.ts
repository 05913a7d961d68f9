/** The tree of branches and the lanes of cards, named by the rules in docs/spec/observatory.md. */

import { describe, expect, it } from 'vitest';
import { branchTree } from './branch-tree.ts';
import { elbow, laneOf, lanesOf, relationsOf } from './card-lanes.ts';

describe('the tree of branches', () => {
  it('[OB90] has what is based on a branch above it, with a joint in the lane of the base', () => {
    const rows = branchTree([
      { id: 1 },
      { id: 5, base: 1 },
      { id: 8, base: 5 },
      { id: 9, base: 1 },
      { id: 12 },
    ]);
    expect(rows.map(({ branch }) => branch.id)).toEqual([9, 8, 5, 1, 12]);
    expect(rows).toMatchObject([
      { lane: 1, passing: [], joins: true, isJoined: false },
      { lane: 2, passing: [0], joins: true, isJoined: false },
      { lane: 1, passing: [0], joins: true, isJoined: true },
      { lane: 0, passing: [], joins: false, isJoined: true },
      { lane: 0, passing: [], joins: false, isJoined: false },
    ]);
  });

  it('[OB90] copes with 5,000 branches on one, with a depth of 3,000, and with a missing base', () => {
    const wide = Array.from({ length: 5_000 }, (_, at) => ({ id: at + 2, base: 1 }));
    expect(branchTree([{ id: 1 }, ...wide])).toHaveLength(5_001);
    const deep = Array.from({ length: 3_000 }, (_, at) => ({ id: at + 2, base: at + 1 }));
    const rows = branchTree([{ id: 1 }, ...deep]);
    expect(rows[0]).toMatchObject({ branch: { id: 3_001 }, lane: 7, depth: 3_000 });
    expect(branchTree([{ id: 4, base: 3 }])).toMatchObject([{ depth: 0, joins: false }]);
  });
});

const card = (id: string, type: string, begun: number, ...to: readonly string[]) => ({
  ...{ id, type, begun, edges: to.map((end) => ({ rel: 'supports', to: end })) },
});

describe('the lanes of cards', () => {
  it('[OB92] are by kind, and within a lane by when a card began', () => {
    const lanes = lanesOf([
      card('h2', 'hypothesis', 9),
      card('q', 'question', 1),
      card('h1', 'hypothesis', 4),
      card('x', 'frame', 2),
    ]);
    expect([...lanes.keys()]).toEqual([
      ...['question', 'hypothesis', 'test', 'evidence', 'decision', 'other'],
    ]);
    expect(lanes.get('hypothesis')?.map(({ id }) => id)).toEqual(['h1', 'h2']);
    expect(lanes.get('other')?.map(({ id }) => id)).toEqual(['x']);
    expect(laneOf('idea')).toBe('other');
  });

  it('[OB92] the selected card has its edges both ways', () => {
    const cards = [
      card('q', 'question', 1),
      card('h', 'hypothesis', 2, 'q'),
      card('e', 'evidence', 3, 'h'),
    ];
    expect(relationsOf(cards, 'h')).toEqual([
      { id: 'q', rel: 'supports', isOutgoing: true },
      { id: 'e', rel: 'supports', isOutgoing: false },
    ]);
    expect(relationsOf(cards, undefined)).toEqual([]);
  });

  it('[OB92] an edge leaves and enters at the sides of the cards', () => {
    const box = (left: number, top: number) => ({ left, top, width: 100, height: 40 });
    expect(elbow(box(0, 0), box(120, 100))).toEqual({
      ...{ line: 'M100 20H110V120H114', tip: 'M120 120l-6 -4v8z' },
    });
    expect(elbow(box(120, 100), box(0, 0))).toEqual({
      ...{ line: 'M120 120H110V20H106', tip: 'M100 20l6 -4v8z' },
    });
    expect(elbow(box(20, 0), box(20, 100)).line).toBe('M20 20H10V120H14');
  });
});
