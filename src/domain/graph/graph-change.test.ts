/**
 * The graph versions that follow from events of other nouns, named by the rules in
 * docs/spec/graph.md.
 */

import { describe, expect, it } from 'vitest';
import {
  edgeChange,
  edgeRemoval,
  lastChanges,
  nodeChange,
  nodeRemoval,
  removedNodes,
  withLooseEdges,
} from './graph-change.ts';

const node = (id: string, title = id) => nodeChange({ id, type: 'task', title, tags: [] });
const edge = (from: string, to: string) => edgeChange({ from, rel: 'contains', to });

describe('the changes that follow from an event', () => {
  it('[GR60] have one version for each key, the last one, in the order of these', () => {
    const changes = [node('a', 'first'), edge('a', 'b'), node('b'), node('a', 'second')];
    expect(lastChanges(changes)).toEqual([edge('a', 'b'), node('b'), node('a', 'second')]);
    expect(lastChanges([nodeRemoval('a'), node('a')])).toEqual([node('a')]);
    expect(lastChanges([node('a'), edge('a', 'a')])).toHaveLength(2);
  });

  it('[GR61] delete the edges of a node before the node', () => {
    const changes = [nodeRemoval('b'), node('a'), edgeRemoval('a|contains|b')];
    expect(removedNodes(changes)).toEqual(['b']);
    expect(withLooseEdges(changes, ['a|contains|b', 'b|supports|c'])).toEqual([
      node('a'),
      edgeRemoval('a|contains|b'),
      edgeRemoval('b|supports|c'),
      nodeRemoval('b'),
    ]);
    expect(withLooseEdges(changes, [])).toBe(changes);
  });
});
