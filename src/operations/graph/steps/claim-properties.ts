/** The properties that stand for a claim: neither written by hand nor asked for by name. */

import { forgedProperty, HINT, isOfClaim } from '../../../domain/work/claim.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';

/** `there`: what the node has; sending that back is no forgery. */
export function refuseForged(
  there: JsonObject,
  wanted: unknown,
  field: string,
): Refusal | undefined {
  const forged = forgedProperty(there, (wanted ?? {}) as JsonObject);
  if (forged === undefined) return undefined;
  const way =
    forged === HINT
      ? 'graph_update hint sets it.'
      : 'graph_next {claim: true} claims; graph_update release: true gives it back.';
  return refuse('INVALID_INPUT', `${field}.${forged}: not written by hand`, {
    recovery: way,
    details: { field: `${field}.${forged}` },
  });
}

/** Claims end by themselves, which their properties do not show. */
export function refuseClaimFilter(filter: unknown, field: string): Refusal | undefined {
  const name = Object.keys(filter ?? {}).find(isOfClaim);
  if (name === undefined) return undefined;
  return refuse('INVALID_INPUT', `${field}.${name}: claims are not found by their properties`, {
    recovery: 'graph_query filter {claimed_by: "name"} finds them; null: what nobody holds.',
    details: { field: `${field}.${name}` },
  });
}
