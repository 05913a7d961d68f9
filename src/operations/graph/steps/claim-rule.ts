/** Which claims hold for a call: by the server's claim time, and by who is present. */

import { type Claim, type ClaimRule, staleSince } from '../../../domain/work/claim.ts';
import type { BaseCall, ServerFacts } from '../../declaration/define-operation.ts';

const MINUTE_MS = 60_000;

/** Who claims, and what decides whether its claims and those of others hold. */
export interface Claimant extends Pick<BaseCall, 'agent' | 'nowMs' | 'server'> {
  /** The agents with a living process or session; undefined where nobody looks. */
  readonly present: ReadonlySet<string> | undefined;
}

export function claimRule({ agent, nowMs, server, present }: Claimant): ClaimRule {
  return {
    staleMs: staleSince(nowMs, server.claimTtlMinutes),
    // Whoever asks is there, also where nobody has noticed it yet.
    present: present && (present.has(agent) ? present : new Set([...present, agent])),
  };
}

/** When a claim ends by its age, if nothing ends it before. */
export function claimEndMs(claim: Claim, { claimTtlMinutes }: ServerFacts): number {
  return claim.atMs + claimTtlMinutes * MINUTE_MS;
}
