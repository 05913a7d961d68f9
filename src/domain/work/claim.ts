/** A claim: an agent has a node in hand, for as long as the claim is fresh. */

import type { Json, JsonObject } from '../../kernel/json.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import { isSameJson } from './property-paths.ts';

export const CLAIMED_BY = '_claimed_by';
export const CLAIMED_AT = '_claimed_at';

/** What the last holder says to whoever comes next. */
export const HINT = '_hint';

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

/** Properties as answers show them: a claim that has ended is nobody's. */
export function shownProperties(
  node: { readonly properties: JsonObject; readonly claimOfProcess: boolean },
  rule: ClaimRule,
): JsonObject {
  return liveClaim(node, rule) ? node.properties : withoutClaim(node.properties);
}

export function withoutClaim(properties: JsonObject): JsonObject {
  const { [CLAIMED_BY]: _by, [CLAIMED_AT]: _at, ...rest } = properties;
  return rest;
}

/** Claims are made by `graph_next` alone, and found by `claimed_by`. */
export function isOfClaim(property: string): boolean {
  return property.startsWith('_claimed');
}

/** The first property that only claiming or releasing may set; what is there already is no change. */
export function forgedProperty(there: JsonObject, wanted: JsonObject): string | undefined {
  return Object.entries(wanted).find(([name, value]) => {
    if (!isOfClaim(name) && name !== HINT) return false;
    return value !== null && value !== undefined && !isThere(there, name, value);
  })?.[0];
}

function isThere(properties: JsonObject, name: string, value: Json): boolean {
  return Object.hasOwn(properties, name) && isSameJson(properties[name], value);
}

/** Whether properties take the claim away: both go together. */
export function endsClaim(wanted: JsonObject | undefined): boolean {
  return wanted?.[CLAIMED_BY] === null || wanted?.[CLAIMED_AT] === null;
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
