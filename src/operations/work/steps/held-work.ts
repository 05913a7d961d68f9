/**
 * Writing to a node of work that another agent holds: reported as a warning, or refused if claims
 * are enforced.
 */

import { type Claim, liveClaim } from '../../../domain/work/claim.ts';
import type { WorkNode } from '../../../domain/work/work-node.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { timestamp } from '../../../kernel/timestamp.ts';
import type { Warning } from '../../declaration/define-operation.ts';
import { type Claimant, claimEndMs, claimRule } from './work-claim-rule.ts';

const MAX_REPORTED = 5;

export interface HeldWork {
  /** Called before a node is written to; undefined if the caller may write. */
  meet(node: WorkNode, field: string): Refusal | undefined;
  /** A node that is not written to, but waits or has more below it after the call. */
  touch(node: WorkNode): void;
  /** The nodes of other agents that were written to. */
  warnings(): readonly Warning[];
}

export function heldWork(call: Claimant): HeldWork {
  const met = new Map<string, Claim>();
  const ofOther = (node: WorkNode) => {
    const claim = liveClaim(node, claimRule(call));
    return claim?.agent === call.agent ? undefined : claim;
  };
  const remember = ({ id }: WorkNode, claim: Claim) => {
    if (!met.has(id)) met.set(id, claim);
  };
  return {
    meet(node, field) {
      const claim = ofOther(node);
      if (!claim) return undefined;
      if (call.server.claims === 'fenced') return claimHeld(node, claim, field, call);
      remember(node, claim);
      return undefined;
    },
    touch(node) {
      const claim = ofOther(node);
      if (claim) remember(node, claim);
    },
    warnings() {
      const reported = [...met].slice(0, MAX_REPORTED).map(([id, { agent, atMs }]) => ({
        code: 'CLAIM_HELD',
        message: `${id} is held by ${agent} since ${timestamp(atMs)}`,
        recovery: 'Claim other work with graph_next {claim: true}.',
      }));
      const more = met.size - reported.length;
      if (more === 0) return reported;
      const message = `${more} more of these nodes are held by others`;
      return [
        ...reported,
        { code: 'CLAIM_HELD', message, recovery: 'List claims with graph_onboard.' },
      ];
    },
  };
}

function claimHeld(node: WorkNode, claim: Claim, field: string, { server }: Claimant): Refusal {
  const until = timestamp(claimEndMs(claim, server));
  const message = `${field}: ${node.id} is held by ${claim.agent} until ${until}`;
  return refuse('CLAIM_HELD', message, {
    recovery: 'Claim other work with graph_next {claim: true}, or wait.',
    details: { field, node_id: node.id, claimed_by: claim.agent, until },
    suggestions: [
      suggestCall('graph_next', { project: node.project, claim: true }, 'Claim other work'),
    ],
  });
}
