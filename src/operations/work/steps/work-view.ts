/** How nodes and counts of the work graph are shown. */

import { type ClaimRule, isHeld, shownProperties } from '../../../domain/work/claim.ts';
import {
  type Evidence,
  READINESS,
  rootIsDue,
  type WorkNode,
  type WorkProject,
} from '../../../domain/work/work-node.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { timestamp } from '../../../kernel/timestamp.ts';
import type { Reading } from '../../../store/port.ts';

/** Absent values are left out: the contract marks them as optional. */
export function nodeView(
  node: WorkNode,
  rule: ClaimRule,
  evidence: readonly Evidence[] = [],
): JsonObject {
  return {
    id: node.id,
    rev: node.rev,
    project: node.project,
    ...(node.parent === null ? {} : { parent: node.parent }),
    depth: node.depth,
    summary: node.summary,
    resolved: node.resolved,
    ...(node.state === undefined ? {} : { state: node.state }),
    properties: shownProperties(node, rule),
    context_links: node.contextLinks,
    evidence,
    created_at: timestamp(node.createdMs),
    updated_at: timestamp(node.updatedMs),
    created_by: node.createdBy,
  };
}

/**
 * The counts of a project. A root that is not yet due is not actionable; `claimed` is how many of
 * the actionable nodes somebody holds.
 */
export async function countsView(
  tx: Reading,
  project: WorkProject,
  root: WorkNode,
  rule: ClaimRule,
): Promise<Counts> {
  const { total, resolved, blocked, actionable } = project;
  const isEarly = root.readiness === READINESS.actionable && !rootIsDue(project);
  const claimed = await claimedReady(tx, project, rule);
  return {
    total,
    resolved,
    unresolved: total - resolved,
    blocked,
    actionable: actionable - (isEarly ? 1 : 0),
    ...(claimed > 0 ? { claimed } : {}),
  };
}

/** A type, not an interface: it goes into views. */
type Counts = {
  readonly total: number;
  readonly resolved: number;
  readonly unresolved: number;
  readonly blocked: number;
  readonly actionable: number;
  readonly claimed?: number;
};

async function claimedReady(tx: Reading, project: WorkProject, rule: ClaimRule) {
  const isWork = (id: string) => id !== project.root || rootIsDue(project);
  const holdings = await tx.work.holdings(project.name);
  return holdings.filter(
    (each) => each.readiness === READINESS.actionable && isWork(each.id) && isHeld(each, rule),
  ).length;
}

/** How many nodes an agent could claim now. */
export async function freeWork(
  tx: Reading,
  project: WorkProject,
  rule: ClaimRule,
): Promise<number> {
  const [root] = await tx.work.nodes([project.root]);
  if (!root) throw new Error(`project ${project.name} has no root`);
  const { actionable, claimed = 0 } = await countsView(tx, project, root, rule);
  return actionable - claimed;
}

/** The fields that identify a node. */
export function briefNode({ id, summary }: Pick<WorkNode, 'id' | 'summary'>) {
  return { id, summary };
}
