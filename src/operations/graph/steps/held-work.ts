/** Writing to what another agent holds: told in the answer, or refused where claims are fences. */

import { type Claim, liveClaim } from '../../../domain/work/claim.ts';
import type { WorkNode } from '../../../domain/work/work-node.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { timestamp } from '../../../kernel/timestamp.ts';
import type { Warning } from '../../declaration/define-operation.ts';
import { type Claimant, claimEndMs, claimRule } from './claim-rule.ts';

const MOST_TOLD = 5;

export interface HeldWork {
  /** Before a node is written to; undefined where the caller may go on. */
  meet(node: WorkNode, field: string): Refusal | undefined;
  /** What was met and written to all the same. */
  warnings(): readonly Warning[];
}

export function heldWork(call: Claimant): HeldWork {
  const met = new Map<string, Claim>();
  return {
    meet(node, field) {
      const claim = liveClaim(node, claimRule(call));
      if (!claim || claim.agent === call.agent) return undefined;
      if (call.server.claims === 'fenced') return claimHeld(node, claim, field, call);
      if (!met.has(node.id)) met.set(node.id, claim);
      return undefined;
    },
    warnings() {
      const told = [...met].slice(0, MOST_TOLD).map(([id, { agent, atMs }]) => ({
        code: 'CLAIM_HELD',
        message: `${id} is held by ${agent} since ${timestamp(atMs)}`,
        recovery: 'Other work: graph_next {claim: true}.',
      }));
      const more = met.size - told.length;
      if (more === 0) return told;
      const message = `${more} more of these nodes are held by others`;
      return [...told, { code: 'CLAIM_HELD', message, recovery: 'graph_onboard lists claims.' }];
    },
  };
}

function claimHeld(node: WorkNode, claim: Claim, field: string, { server }: Claimant): Refusal {
  const until = timestamp(claimEndMs(claim, server));
  const message = `${field}: ${node.id} is held by ${claim.agent} until ${until}`;
  return refuse('CLAIM_HELD', message, {
    recovery: 'Take other work by graph_next {claim: true}, or wait.',
    details: { field, node_id: node.id, claimed_by: claim.agent, until },
    suggestions: [
      suggestCall('graph_next', { project: node.project, claim: true }, 'Take other work'),
    ],
  });
}
