/** Converts nodes of the work graph to rows and back. */

import { claimIn } from '../../../domain/work/claim.ts';
import { type ChangedNode, hasMovedInLists } from '../../../domain/work/work-change.ts';
import { priorityOf, type WorkNode, type WorkProject } from '../../../domain/work/work-node.ts';
import { redactText } from '../../../kernel/redaction.ts';
import type { Tables } from '../tables.ts';

export type NodeRow = Tables['work_nodes'];

export function nodeFrom(row: NodeRow): WorkNode {
  return {
    id: row.id,
    project: row.project,
    parent: row.parent,
    depth: row.depth,
    rev: row.rev,
    summary: row.summary,
    resolved: row.resolved === 1,
    state: row.state === null ? undefined : JSON.parse(row.state),
    properties: JSON.parse(row.properties),
    contextLinks: JSON.parse(row.context_links),
    createdMs: row.created_ms,
    createdBy: row.created_by,
    updatedMs: row.updated_ms,
    updatedSeq: row.updated_seq,
    openChildren: row.open_children,
    openDeps: row.open_deps,
    readiness: row.readiness,
    claimOfProcess: row.claim_of_process === 1,
  };
}

export function projectFrom(row: Tables['work_projects']): WorkProject {
  return {
    name: row.name,
    root: row.root,
    total: row.total,
    resolved: row.resolved,
    blocked: row.blocked,
    actionable: row.actionable,
    updatedMs: row.updated_ms,
  };
}

function propertyColumns({ properties, claimOfProcess }: WorkNode) {
  const claim = claimIn(properties);
  return {
    properties: JSON.stringify(properties),
    priority_key: 0 - priorityOf(properties),
    claimed_by: claim?.agent ?? '',
    claimed_ms: claim?.atMs ?? 0,
    claim_of_process: claim && claimOfProcess ? 1 : 0,
  };
}

/** A filter that read secrets would give them away letter by letter. */
function shownOf(summary: string): string | null {
  const shown = redactText(summary);
  return shown === summary ? null : shown;
}

/** The summary as it is searched, and indexed for it. */
export function soughtIn({ summary, shown }: Pick<NodeRow, 'summary' | 'shown'>): string {
  return (shown ?? summary).toLowerCase();
}

/** The columns of each value that can change. */
const COLUMNS = {
  parent: ({ parent }: WorkNode) => ({ parent }),
  depth: ({ depth }: WorkNode) => ({ depth, depth_key: 0 - depth }),
  rev: ({ rev }: WorkNode) => ({ rev }),
  summary: ({ summary }: WorkNode) => ({ summary, shown: shownOf(summary) }),
  resolved: ({ resolved }: WorkNode) => ({ resolved: resolved ? 1 : 0 }),
  state: ({ state }: WorkNode) => ({ state: state === undefined ? null : JSON.stringify(state) }),
  properties: propertyColumns,
  contextLinks: ({ contextLinks }: WorkNode) => ({ context_links: JSON.stringify(contextLinks) }),
  updatedMs: ({ updatedMs }: WorkNode) => ({ updated_ms: updatedMs }),
  updatedSeq: ({ updatedSeq }: WorkNode) => ({ updated_seq: updatedSeq }),
  openChildren: ({ openChildren }: WorkNode) => ({ open_children: openChildren }),
  openDeps: ({ openDeps }: WorkNode) => ({ open_deps: openDeps }),
  readiness: ({ readiness }: WorkNode) => ({ readiness }),
} as const;

const FIELDS = Object.keys(COLUMNS) as readonly (keyof typeof COLUMNS)[];

/** More than a batch holds, so that no two nodes share a position in the order of creation. */
const BATCH_ROOM = 4096;

/** `index`: its position in the batch that creates it. */
export function newRow(workspace: string, node: WorkNode, index: number): NodeRow {
  return {
    workspace,
    id: node.id,
    project: node.project,
    created_ms: node.createdMs,
    created_by: node.createdBy,
    created_key: node.updatedSeq * BATCH_ROOM + index,
    key_seq: node.updatedSeq,
    ...COLUMNS.parent(node),
    ...COLUMNS.depth(node),
    ...COLUMNS.rev(node),
    ...COLUMNS.summary(node),
    ...COLUMNS.resolved(node),
    ...COLUMNS.state(node),
    ...COLUMNS.properties(node),
    ...COLUMNS.contextLinks(node),
    ...COLUMNS.updatedMs(node),
    ...COLUMNS.updatedSeq(node),
    ...COLUMNS.openChildren(node),
    ...COLUMNS.openDeps(node),
    ...COLUMNS.readiness(node),
  };
}

/** Only the columns that differ, and `key_seq` if the node moved in the order of a list. */
export function changedColumns({ before, after }: ChangedNode, seq: number): Partial<NodeRow> {
  const columns: Partial<NodeRow> = hasMovedInLists(before, after) ? { key_seq: seq } : {};
  for (const field of FIELDS) {
    if (before[field] !== after[field]) Object.assign(columns, COLUMNS[field](after));
  }
  return columns;
}
