/**
 * Why `graph_next` has no node of work: all resolved, held by others, blocked, or none that
 * matches.
 */

import { liveClaim } from '../../../domain/work/claim.ts';
import type { WorkNode, WorkProject } from '../../../domain/work/work-node.ts';
import type { Trim } from '../../../kernel/budget.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { timestamp } from '../../../kernel/timestamp.ts';
import { dropItems, omit, shortenText, within } from '../../../kernel/trims.ts';
import type { PropertyMatch, Reading } from '../../../store/port.ts';
import { type Claimant, claimEndMs, claimRule } from './work-claim-rule.ts';

/** Names are dropped before counts. */
export const WAITING_TRIMS: readonly Trim[] = [
  ...within('waiting', [dropItems('claimed', { from: 'back', keep: 1 }), omit('claimed')]),
  omit('waiting'),
];

const MOST_CLAIMS = 3;
const SUMMARY_BYTES = 200;

export interface Narrowing {
  readonly scope: string | undefined;
  readonly properties: readonly PropertyMatch[];
}

/** Only for an answer without nodes: any node that is ready is then held by another agent. */
export async function waitingWork(
  tx: Reading,
  project: WorkProject,
  { scope, properties }: Narrowing,
  call: Claimant,
): Promise<JsonObject> {
  if (project.resolved === project.total) return { resolved: 'all' };
  const isNarrowed = scope !== undefined || properties.length > 0;
  const meant = { project: project.name, ancestor: scope, properties };
  const ready = { ...meant, isActionable: true };
  const held = await tx.work.page(ready, { sort: 'readiness', limit: MOST_CLAIMS });
  const total = isNarrowed ? await tx.work.count(ready) : project.actionable;
  const blocked = isNarrowed ? await tx.work.count({ ...meant, isBlocked: true }) : project.blocked;
  return {
    ...(isNarrowed ? { unresolved: await tx.work.count({ ...meant, resolved: false }) } : {}),
    ...(total > 0 ? { claimed: held.nodes.map((node) => claimView(node, call)) } : {}),
    ...(total > held.nodes.length ? { claimed_total: total } : {}),
    ...(blocked > 0 ? { blocked } : {}),
    ...(isNarrowed ? { actionable_in_project: project.actionable } : {}),
  };
}

function claimView(node: WorkNode, call: Parameters<typeof waitingWork>[3]): JsonObject {
  const claim = liveClaim(node, claimRule(call));
  if (!claim) throw new Error(`${node.id} is ready and unclaimed, but was not returned`);
  return {
    id: node.id,
    summary: shortenText(node.summary, SUMMARY_BYTES),
    by: claim.agent,
    until: timestamp(claimEndMs(claim, call.server)),
  };
}
