/** The work graph as the reasoning graph sees it: on the first branch, where everyone can link to it. */

import { FIRST_BRANCH } from '../branches/branch.ts';
import { edgeDeleted, edgeUpserted, nodeDeleted, nodeUpserted } from '../graph/apply-ops.ts';
import { edgeKey } from '../graph/version.ts';
import type { EventDraft } from '../journal/event.ts';
import { DEFAULTS } from '../workspace/workspace.ts';
import { workNodeId } from './work-id.ts';

export const WORK_PLACE = { branch: FIRST_BRANCH, doc: DEFAULTS.docs.graph };

interface Shown {
  readonly id: string;
  readonly summary: string;
  readonly resolved: boolean;
  readonly project: string;
}

export function workNodeDraft({ id, summary, resolved, project }: Shown): EventDraft {
  return nodeUpserted(WORK_PLACE, {
    id: workNodeId(id),
    type: 'work',
    title: summary,
    status: resolved ? 'resolved' : 'open',
    tags: [],
    meta: { source: 'work', project },
  });
}

export function workNodeGone(id: string): EventDraft {
  return nodeDeleted(WORK_PLACE, workNodeId(id));
}

export interface WorkEdge {
  readonly from: string;
  readonly rel: string;
  readonly to: string;
}

function ends({ from, rel, to }: WorkEdge) {
  return { from: workNodeId(from), rel, to: workNodeId(to) };
}

export function workEdgeDraft(edge: WorkEdge): EventDraft {
  return edgeUpserted(WORK_PLACE, ends(edge));
}

export function workEdgeGone(edge: WorkEdge): EventDraft {
  return edgeDeleted(WORK_PLACE, edgeKey(ends(edge)));
}

export const CHILD_OF = 'child_of';
