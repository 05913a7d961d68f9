/** How nodes and counts of the work graph are shown. */

import { type ClaimRule, shownProperties } from '../../../domain/work/claim.ts';
import type { Evidence, WorkNode, WorkProject } from '../../../domain/work/work-node.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { timestamp } from '../../../kernel/timestamp.ts';

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

export function countsView({ total, resolved, blocked, actionable }: WorkProject) {
  return { total, resolved, unresolved: total - resolved, blocked, actionable };
}

/** The fields that identify a node. */
export function briefNode({ id, summary }: Pick<WorkNode, 'id' | 'summary'>) {
  return { id, summary };
}
