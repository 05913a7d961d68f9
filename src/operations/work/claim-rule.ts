/** Which claims hold for a call: by the server's claim time, and by who is present. */

import { type Claim, type ClaimRule, staleSince } from '../../domain/work/claim.ts';
import type { AnyCall, ServerFacts } from '../define-operation.ts';

const MINUTE_MS = 60_000;

export function claimRule({
  agent,
  nowMs,
  server,
  present,
}: Pick<AnyCall, 'agent' | 'nowMs' | 'server' | 'present'>): ClaimRule {
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
