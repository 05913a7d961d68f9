/** Which claims hold for a call: by the server's claim time, and by who is present. */

import { type ClaimRule, staleSince } from '../../domain/work/claim.ts';
import type { AnyCall } from '../define-operation.ts';

export function claimRule({
  nowMs,
  server,
  present,
}: Pick<AnyCall, 'nowMs' | 'server' | 'present'>): ClaimRule {
  return { staleMs: staleSince(nowMs, server.claimTtlMinutes), present };
}
