/**
 * The nodes and edges of the work graph in the reasoning graph: on the first branch, so that all
 * cards can link to them.
 */

import { FIRST_BRANCH } from '../branches/branch.ts';
import {
  edgeChange,
  edgeRemoval,
  type GraphChange,
  nodeChange,
  nodeRemoval,
} from '../graph/graph-change.ts';
import { edgeKey } from '../graph/version.ts';
import { DEFAULTS } from '../workspace/workspace.ts';
import type { WorkChange } from './work-change.ts';
import { workNodeId } from './work-id.ts';
import type { WorkEdge, WorkNode } from './work-node.ts';

export const WORK_GRAPH = { branch: FIRST_BRANCH, doc: DEFAULTS.docs.graph };

const CHILD_OF = 'child_of';

/**
 * Nodes are added before edges, and edges are removed before nodes. With a node, all its edges are
 * removed, including those from cards.
 */
export function graphChangesBy(change: WorkChange): readonly GraphChange[] {
  const shown = change.changed.filter(
    ({ before, after }) => before.summary !== after.summary || before.resolved !== after.resolved,
  );
  const moved = change.changed.filter(({ before, after }) => before.parent !== after.parent);
  return [
    ...[...change.added, ...shown.map(({ after }) => after)].map(nodeOf),
    ...[
      ...moved.flatMap(({ before }) => parentEdge(before)),
      ...change.removedEdges.map(edgeOf),
    ].map((edge) => edgeRemoval(edgeKey(edge))),
    ...[
      ...[...change.added, ...moved.map(({ after }) => after)].flatMap(parentEdge),
      ...change.addedEdges.map(edgeOf),
    ].map(edgeChange),
    ...change.removed.map(({ id }) => nodeRemoval(workNodeId(id))),
  ];
}

function nodeOf({ id, summary, resolved, project }: WorkNode): GraphChange {
  return nodeChange({
    id: workNodeId(id),
    type: 'work',
    title: summary,
    status: resolved ? 'resolved' : 'open',
    tags: [],
    meta: { source: 'work', project },
  });
}

function edgeOf({ from, to, type }: WorkEdge) {
  return { from: workNodeId(from), rel: type, to: workNodeId(to) };
}

function parentEdge({ id, parent }: WorkNode) {
  return parent === null ? [] : [edgeOf({ from: id, to: parent, type: CHILD_OF })];
}
