/** The changes of the work graph that follow from an event, for a store to apply. */

import { type Evidence, READINESS, type WorkEdge, type WorkNode } from './work-node.ts';

export interface ChangedNode {
  readonly before: WorkNode;
  readonly after: WorkNode;
}

export interface WorkChange {
  readonly project: string;
  /** The root of a project that the event opened. */
  readonly opened?: string | undefined;
  /** In the order of their creation. */
  readonly added: readonly WorkNode[];
  readonly changed: readonly ChangedNode[];
  readonly removed: readonly WorkNode[];
  readonly addedEdges: readonly WorkEdge[];
  readonly removedEdges: readonly WorkEdge[];
  /** Each piece of evidence, in order, with the nodes that get it. */
  readonly evidence: readonly { readonly evidence: Evidence; readonly nodes: readonly string[] }[];
  /** The nodes whose history lists the event. */
  readonly history: readonly string[];
  readonly deepened?: Deepened | undefined;
  readonly inherited?: Inherited | undefined;
}

/**
 * A bulk change: all nodes below these, but not these themselves, are so many levels deeper.
 * A store may apply it by one statement; `deepen` defines it for a single node.
 */
export interface Deepened {
  readonly below: readonly string[];
  readonly by: number;
}

/**
 * A bulk change: one node's evidence is appended to the other's, and its children become the
 * other's.
 */
export interface Inherited {
  readonly from: string;
  readonly to: string;
}

export function deepen(node: WorkNode, { by }: Deepened): WorkNode {
  return { ...node, depth: node.depth + by };
}

/** Whether a node's place in sorted lists has changed. */
export function hasMovedInLists(before: WorkNode, after: WorkNode): boolean {
  return (
    before.readiness !== after.readiness ||
    before.depth !== after.depth ||
    before.updatedSeq !== after.updatedSeq
  );
}

export interface Growth {
  readonly total: number;
  readonly resolved: number;
  readonly blocked: number;
  readonly actionable: number;
}

/** The differences in the counts of a project, so that the project is never counted again. */
export function growthBy({ added, changed, removed }: WorkChange): Growth {
  const grown = [0, 0, 0, 0];
  const count = ({ readiness }: WorkNode, by: number) => {
    grown[readiness] = (grown[readiness] ?? 0) + by;
  };
  for (const node of added) count(node, 1);
  for (const node of removed) count(node, -1);
  for (const { before, after } of changed) {
    count(before, -1);
    count(after, 1);
  }
  return {
    total: added.length - removed.length,
    resolved: grown[READINESS.resolved] ?? 0,
    blocked: grown[READINESS.blocked] ?? 0,
    actionable: grown[READINESS.actionable] ?? 0,
  };
}
