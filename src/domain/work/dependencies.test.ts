/** Paths along dependencies, and the edges after a merge. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownPath } from '../../kernel/cuts/shown-path.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { cycleByMerge, mergeEdges, nodesOnCycles, pathBetween } from './dependencies.ts';
import { mergeCycle } from './restructure.ts';

const links = (...pairs: readonly string[]) =>
  pairs.map((pair) => ({ from: pair.charAt(0), to: pair.charAt(1) }));

describe('dependencies', () => {
  it('[WO17] finds the shortest path, also from a node to itself', () => {
    expect(pathBetween(links('ab', 'bc', 'ac', 'cd'), 'a', 'd')).toEqual(['a', 'c', 'd']);
    expect(pathBetween(links('ab', 'bc', 'ca'), 'a', 'a')).toEqual(['a', 'b', 'c', 'a']);
    expect(pathBetween(links('ab', 'bc'), 'a', 'a')).toBeUndefined();
    expect(pathBetween(links('ab'), 'b', 'a')).toBeUndefined();
  });

  it('[WO17] the nodes on cycles are those with a path to themselves', () => {
    const id = fc.constantFrom(...'abcdefgh');
    const some = fc.array(fc.record({ from: id, to: id }), { maxLength: 14 });
    fc.assert(
      fc.property(some, (edges) => {
        const nodes = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].sort();
        const closed = nodes.filter((node) => pathBetween(edges, node, node) !== undefined);
        expect([...nodesOnCycles(edges)].sort()).toEqual(closed);
      }),
      { seed: 25, numRuns: 500 },
    );
  });

  it('[WO122] a long path is shown by its first and last 20 nodes', () => {
    const path = Array.from({ length: 41 }, (_, at) => `n${at}`);
    expect(shownPath(path.slice(1))).toEqual(path.slice(1));
    expect(shownPath(path)).toEqual([...path.slice(0, 20), '…', ...path.slice(21)]);
  });

  it('[WO72] a merge moves edges, without self-edges and duplicates, even if edges are given twice', () => {
    const edges = links('sa', 'ta', 'bs', 'st', 'ts', 'sa');
    expect(mergeEdges(edges, 's', 't')).toEqual({
      removed: links('sa', 'bs', 'st', 'ts'),
      added: links('bt'),
    });
  });

  it('[WO72] edges of different types are different edges', () => {
    const edge = (from: string, to: string, type: string) => ({ from, to, type });
    const edges = [edge('s', 'a', 'relates_to'), edge('t', 'a', 'depends_on')];
    expect(mergeEdges(edges, 's', 't').added).toEqual([edge('t', 'a', 'relates_to')]);
  });

  it('[WO73] a merge is checked on the graph that it would create', () => {
    expect(cycleByMerge(links('sa', 'at'), 's', 't')).toEqual(['t', 'a', 't']);
    expect(cycleByMerge(links('st', 'ta'), 's', 't')).toBeUndefined();
    const refusal = mergeCycle('s', 't', { onward: links('ta', 'as'), family: [] }, 'here');
    expect(isRefusal(refusal) && refusal.details).toEqual({ path: ['t', 'a', 't'] });
  });

  it('[WO73] a dependency between the two nodes is dropped, one within their subtrees is not', () => {
    const decide = (...family: readonly string[]) =>
      mergeCycle('s', 't', { onward: [], family: links(...family) }, 'here');
    expect(decide('st')).toBeUndefined();
    expect(decide('st', 'xs')?.details).toEqual({ path: ['x', 't', 'x'] });
  });
});
