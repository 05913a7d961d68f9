/** What others did to a node of work since the caller changed it last. */

import { liveClaim } from '../../../domain/work/claim.ts';
import { changesOfOthers, type OthersChanges } from '../../../domain/work/work-history.ts';
import type { WorkNode } from '../../../domain/work/work-node.ts';
import type { Reading } from '../../../store/port.ts';
import type { Warning } from '../../declaration/define-operation.ts';
import { type Claimant, claimRule } from './work-claim-rule.ts';

const HISTORY = 20;

interface Looking extends Claimant {
  readonly tx: Reading;
}

async function othersChanges({ tx, agent }: Looking, id: string): Promise<OthersChanges> {
  // Mostly the caller changed it last, by its claim; no more is read then.
  const last = await tx.work.history(id, { limit: 1 });
  const isOwn = last.every((event) => event.agent === agent);
  const events = isOwn ? [] : await tx.work.history(id, { limit: HISTORY });
  return changesOfOthers(events, id, agent);
}

function isMine(call: Looking, node: WorkNode): boolean {
  return liveClaim(node, claimRule(call))?.agent === call.agent;
}

/** In few words, for a node that the caller holds. */
export async function changedSince(call: Looking, node: WorkNode): Promise<readonly string[]> {
  return isMine(call, node) ? (await othersChanges(call, node.id)).shown : [];
}

/** For a write to a node that the caller holds, or held until somebody ended its claim. */
export async function changedMeanwhile(
  call: Looking,
  node: WorkNode,
  resolves: boolean,
): Promise<readonly Warning[]> {
  const { shown, endedClaim } = await othersChanges(call, node.id);
  const concerns = endedClaim || isMine(call, node) || (resolves && node.resolved);
  if (shown.length === 0 || !concerns) return [];
  return [
    {
      code: 'NODE_CHANGED',
      message: `${node.id} was changed since you changed it last; ${shown.join('; ')}`,
      recovery: 'graph_next {claim: true} shows again what you hold.',
    },
  ];
}
