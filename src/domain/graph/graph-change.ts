/**
 * The versions of graph nodes and edges that follow from an event of another noun.
 *
 * Plans, tasks, work and the steps of a cipher have nodes and edges in the reasoning graph. These
 * have no events of their own: they are derived whenever the event that caused them is projected.
 */

import type { EdgeState, NodeState } from './graph-events.ts';
import { type EdgeVersion, edgeKey, type NodeVersion } from './version.ts';

/** A version without its place in the journal. Without a state, the node or edge is deleted. */
export type GraphChange = Pick<NodeVersion, 'kind' | 'key' | 'state'> | EdgeChange;

type EdgeChange = Pick<EdgeVersion, 'kind' | 'key' | 'state'>;

export function nodeChange(state: NodeState): GraphChange {
  return { kind: 'node', key: state.id, state };
}

/** Its live edges in the same document are deleted too, whoever created them. */
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

/** One change for each key, the last one: an event has one version per key. */
export function lastChanges(changes: readonly GraphChange[]): readonly GraphChange[] {
  const last = new Map<string, GraphChange>();
  for (const change of changes) {
    const name = `${change.kind} ${change.key}`;
    last.delete(name);
    last.set(name, change);
  }
  return [...last.values()];
}

/** The nodes that these changes delete. */
export function removedNodes(changes: readonly GraphChange[]): readonly string[] {
  return changes.filter(isRemovedNode).map(({ key }) => key);
}

/** `loose`: the keys of the live edges at a deleted node. Edges are deleted before their nodes. */
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
