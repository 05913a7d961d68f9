/** The tree of branches, named by the rules in docs/spec/observatory.md. */

import { describe, expect, it } from 'vitest';
import { branchTree } from './branch-tree.ts';

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
      { lane: 1, passing: [], joins: 0, isJoined: false },
      { lane: 2, passing: [0], joins: 1, isJoined: false },
      { lane: 1, passing: [0], joins: 0, isJoined: true },
      { lane: 0, passing: [], isJoined: true },
      { lane: 0, passing: [], isJoined: false },
    ]);
  });

  it('[OB90] copes with 5,000 branches on one, with a depth of 3,000, and with a missing base', () => {
    const wide = Array.from({ length: 5_000 }, (_, at) => ({ id: at + 2, base: 1 }));
    expect(branchTree([{ id: 1 }, ...wide])).toHaveLength(5_001);
    const deep = Array.from({ length: 3_000 }, (_, at) => ({ id: at + 2, base: at + 1 }));
    const rows = branchTree([{ id: 1 }, ...deep]);
    expect(rows[0]).toMatchObject({ branch: { id: 3_001 }, lane: 7, joins: 7, depth: 3_000 });
    expect(branchTree([{ id: 4, base: 3 }])[0]).not.toHaveProperty('joins');
  });
});
