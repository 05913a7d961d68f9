/** A claim: an agent has a node in hand, for as long as the claim is fresh. */

import type { JsonObject } from '../../kernel/json.ts';
import { timestamp } from '../documents/entry-view.ts';

export const CLAIMED_BY = '_claimed_by';
export const CLAIMED_AT = '_claimed_at';

export interface Claim {
  readonly agent: string;
  readonly atMs: number;
}

/** Which claims still hold. */
export interface ClaimRule {
  /** Claims up to here are stale. */
  readonly staleMs: number;
  /** The agents with a living process or session; undefined where time alone counts. */
  readonly present: ReadonlySet<string> | undefined;
}

/** The claim on a node, unless it has ended: by its age, or with the process that made it. */
export function liveClaim(
  node: { readonly properties: JsonObject; readonly claimOfProcess: boolean },
  { staleMs, present }: ClaimRule,
): Claim | undefined {
  const claim = claimIn(node.properties);
  if (!claim || claim.atMs <= staleMs) return undefined;
  return node.claimOfProcess && present && !present.has(claim.agent) ? undefined : claim;
}

export function claimIn(properties: JsonObject): Claim | undefined {
  const { [CLAIMED_BY]: agent, [CLAIMED_AT]: at } = properties;
  if (typeof agent !== 'string' || agent === '') return undefined;
  const atMs = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  return { agent, atMs: Number.isNaN(atMs) ? 0 : atMs };
}

export function claimProperties(agent: string, nowMs: number): JsonObject {
  return { [CLAIMED_BY]: agent, [CLAIMED_AT]: timestamp(nowMs) };
}

/** Claims up to here are stale; a claim exactly as old as it may be is stale too. */
export function staleSince(nowMs: number, ttlMinutes: number): number {
  return nowMs - ttlMinutes * 60_000;
}
