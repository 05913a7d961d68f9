/** Rows of the work graph, and the nodes they stand for. */

import { claimIn } from '../../../domain/work/claim.ts';
import {
  priorityOf,
  READINESS,
  type WorkNode,
  type WorkProject,
} from '../../../domain/work/work-node.ts';
import type { JsonObject } from '../../../kernel/json.ts';
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

/** The columns that follow from properties. */
export function propertyColumns(properties: JsonObject, claimOfProcess = false) {
  const claim = claimIn(properties);
  return {
    properties: JSON.stringify(properties),
    priority_key: 0 - priorityOf(properties),
    claimed_by: claim?.agent ?? '',
    claimed_ms: claim?.atMs ?? 0,
    claim_of_process: claim && claimOfProcess ? 1 : 0,
  };
}

export function summaryColumns(summary: string) {
  return { summary, search: summary.toLowerCase() };
}

/** More than a batch holds, so that places in the order of creation are never shared. */
const BATCH_ROOM = 4096;

interface NewNode {
  readonly workspace: string;
  readonly id: string;
  readonly project: string;
  readonly parent: string | null;
  readonly depth: number;
  readonly summary: string;
  readonly context_links: readonly string[];
  readonly properties: JsonObject;
  readonly seq: number;
  /** Within its batch. */
  readonly index: number;
  readonly tsMs: number;
  readonly agent: string;
}

/** Unresolved, with nothing below it and nothing to wait for yet. */
export function newNodeRow(node: NewNode): NodeRow {
  return {
    workspace: node.workspace,
    id: node.id,
    project: node.project,
    parent: node.parent,
    depth: node.depth,
    rev: 1,
    ...summaryColumns(node.summary),
    resolved: 0,
    state: null,
    context_links: JSON.stringify(node.context_links),
    created_ms: node.tsMs,
    created_by: node.agent,
    created_key: node.seq * BATCH_ROOM + node.index,
    updated_ms: node.tsMs,
    updated_seq: node.seq,
    open_children: 0,
    open_deps: 0,
    readiness: READINESS.actionable,
    depth_key: 0 - node.depth,
    ...propertyColumns(node.properties),
    key_seq: node.seq,
  };
}
