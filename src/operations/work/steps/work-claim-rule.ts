/**
 * Which claims on work are valid for a call: by the claim time of the server and by the agents
 * present.
 */

import { type Claim, type ClaimRule, staleSince } from '../../../domain/work/claim.ts';
import type { BaseCall, ServerFacts } from '../../declaration/define-operation.ts';

const MINUTE_MS = 60_000;

/** The caller, and what decides whether its claims and those of others are valid. */
export interface Claimant extends Pick<BaseCall, 'agent' | 'nowMs' | 'server'> {
  /** The agents with a living process or session; undefined if presence is not tracked. */
  readonly present: ReadonlySet<string> | undefined;
}

export function claimRule({ agent, nowMs, server, present }: Claimant): ClaimRule {
  return {
    staleMs: staleSince(nowMs, server.claimTtlMinutes),
    // The caller is present, even if its presence is not recorded yet.
    present: present && (present.has(agent) ? present : new Set([...present, agent])),
  };
}

/** When a claim ends by its age, if nothing ends it before. */
export function claimEndMs(claim: Claim, { claimTtlMinutes }: ServerFacts): number {
  return claim.atMs + claimTtlMinutes * MINUTE_MS;
}
