/** The properties that represent a claim on work: callers neither write them nor filter by them. */

import { forgedProperty, HINT, isOfClaim } from '../../../domain/work/claim.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';

/** `existing`: the properties of the node; sending them back unchanged is allowed. */
export function refuseForged(
  existing: JsonObject,
  wanted: unknown,
  field: string,
): Refusal | undefined {
  const forged = forgedProperty(existing, (wanted ?? {}) as JsonObject);
  if (forged === undefined) return undefined;
  const way =
    forged === HINT
      ? 'Set it with graph_update hint.'
      : 'Claim with graph_next {claim: true}; give it back with graph_update release: true.';
  return refuse('INVALID_INPUT', `${field}.${forged}: reserved for claims and hints`, {
    recovery: way,
    details: { field: `${field}.${forged}` },
  });
}

/** A claim may have ended although its properties are still stored, so they are no filter. */
export function refuseClaimFilter(filter: unknown, field: string): Refusal | undefined {
  const name = Object.keys(filter ?? {}).find(isOfClaim);
  if (name === undefined) return undefined;
  return refuse('INVALID_INPUT', `${field}.${name}: claims cannot be found by their properties`, {
    recovery: 'Filter by {claimed_by: "name"}, or {claimed_by: null} for unclaimed nodes.',
    details: { field: `${field}.${name}` },
  });
}
