/** A node of the work graph: a piece of work, as part of a larger one. */

import type { Json, JsonObject } from '../../kernel/json.ts';

export const DEPENDS_ON = 'depends_on';

/** The states of readiness, in the order in which lists show them. */
export const READINESS = { actionable: 0, open: 1, blocked: 2, resolved: 3 } as const;

export interface WorkNode {
  readonly id: string;
  readonly project: string;
  readonly parent: string | null;
  /** The root has 0. */
  readonly depth: number;
  readonly rev: number;
  readonly summary: string;
  readonly resolved: boolean;
  /** Set by callers; undefined if it was never set. */
  readonly state: Json | undefined;
  readonly properties: JsonObject;
  readonly contextLinks: readonly string[];
  readonly createdMs: number;
  readonly createdBy: string;
  readonly updatedMs: number;
  /** The seq of the last event that changed it; claims, releases and hints do not count. */
  readonly updatedSeq: number;
  /** Children and dependencies that are not resolved. */
  readonly openChildren: number;
  readonly openDeps: number;
  /** One of `READINESS`, by `readinessOf`. */
  readonly readiness: number;
  /** Whether its claim, if any, ends with the process or session that made it. */
  readonly claimOfProcess: boolean;
}

/**
 * Resolved, else blocked by what it depends on, else open while its children are, else actionable.
 */
export function readinessOf({
  resolved,
  openDeps,
  openChildren,
}: Pick<WorkNode, 'resolved' | 'openDeps' | 'openChildren'>): number {
  if (resolved) return READINESS.resolved;
  if (openDeps > 0) return READINESS.blocked;
  return openChildren > 0 ? READINESS.open : READINESS.actionable;
}

/** Types, not interfaces, because views and payloads are JSON. */
export type Link = { readonly from: string; readonly to: string };

export type WorkEdge = Link & { readonly type: string };

export type Evidence = {
  readonly type: string;
  readonly ref: string;
  readonly agent: string;
  readonly timestamp: string;
};

export interface WorkProject {
  readonly name: string;
  readonly root: string;
  readonly total: number;
  readonly resolved: number;
  readonly blocked: number;
  readonly actionable: number;
  readonly updatedMs: number;
}

/**
 * Whether the root is work: once everything below it is done. A project without parts has no work
 * yet.
 */
export function rootIsDue({ total, resolved }: Pick<WorkProject, 'total' | 'resolved'>): boolean {
  return total > 1 && total - resolved === 1;
}

/** A priority that is not a number counts as 0. */
export function priorityOf(properties: JsonObject): number {
  const { priority } = properties;
  return typeof priority === 'number' && Number.isFinite(priority) ? priority : 0;
}

export const WORK_SORTS = ['readiness', 'depth', 'recent', 'created'] as const;

export type WorkSort = (typeof WORK_SORTS)[number];
