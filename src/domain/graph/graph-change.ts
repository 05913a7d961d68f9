/**
 * What an event of another noun changes in a graph: the versions that follow from it.
 *
 * Plans, tasks, work and the steps of a cipher have nodes and edges in the reasoning graph. These
 * are not events of their own: they are derived from the event that happened, wherever and whenever
 * it is projected.
 */

import type { EdgeState, NodeState } from './graph-events.ts';
import { type EdgeVersion, edgeKey, type NodeVersion } from './version.ts';

/** A version before it has a place. Without a state, the node or edge is gone. */
export type GraphChange = Pick<NodeVersion, 'kind' | 'key' | 'state'> | EdgeChange;

type EdgeChange = Pick<EdgeVersion, 'kind' | 'key' | 'state'>;

export function nodeChange(state: NodeState): GraphChange {
  return { kind: 'node', key: state.id, state };
}

/** Its live edges in the same document go with it, whoever drew them. */
export function nodeRemoval(id: string): GraphChange {
  return { kind: 'node', key: id };
}

export function edgeChange(state: EdgeState): GraphChange {
  return { kind: 'edge', key: edgeKey(state), state };
}

export function edgeRemoval(key: string): GraphChange {
  return { kind: 'edge', key };
}

function isRemovedNode({ kind, state }: GraphChange): boolean {
  return kind === 'node' && state === undefined;
}

/** One change for each key, the last that was named: an event leaves one state behind. */
export function lastChanges(changes: readonly GraphChange[]): readonly GraphChange[] {
  const last = new Map<string, GraphChange>();
  for (const change of changes) {
    const name = `${change.kind} ${change.key}`;
    last.delete(name);
    last.set(name, change);
  }
  return [...last.values()];
}

/** The nodes that leave with these changes. */
export function removedNodes(changes: readonly GraphChange[]): readonly string[] {
  return changes.filter(isRemovedNode).map(({ key }) => key);
}

/** `loose`: the keys of the live edges that end in a removed node. Edges go before their nodes. */
export function withLooseEdges(
  changes: readonly GraphChange[],
  loose: readonly string[],
): readonly GraphChange[] {
  if (loose.length === 0) return changes;
  return lastChanges([
    ...changes.filter((change) => !isRemovedNode(change)),
    ...loose.map(edgeRemoval),
    ...changes.filter(isRemovedNode),
  ]);
}
