/** A claim: an agent works on a node, until the claim ends or is stale. */

import type { Json, JsonObject } from '../../kernel/json.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import { isSameJson } from './property-paths.ts';

export const CLAIMED_BY = '_claimed_by';
export const CLAIMED_AT = '_claimed_at';

/** The hint that the last holder leaves for the next agent. */
export const HINT = '_hint';

/** The agent that gave the node back, until another claim. */
export const RELEASED_BY = '_released_by';

export interface Claim {
  readonly agent: string;
  readonly atMs: number;
}

/** What decides whether a claim still holds. */
export interface ClaimRule {
  /** Claims made at this time or earlier are stale. */
  readonly staleMs: number;
  /** The agents with a live process or session; undefined if only time counts. */
  readonly present: ReadonlySet<string> | undefined;
}

/** The claim on a node, unless it has ended: by its age, or with the process that made it. */
export function liveClaim(
  node: { readonly properties: JsonObject; readonly claimOfProcess: boolean },
  rule: ClaimRule,
): Claim | undefined {
  const claim = claimIn(node.properties);
  if (!claim) return undefined;
  return isHeld({ ...claim, ofProcess: node.claimOfProcess }, rule) ? claim : undefined;
}

/** Whether a claim that was recorded still holds. */
export function isHeld(
  { agent, atMs, ofProcess }: Claim & { readonly ofProcess: boolean },
  { staleMs, present }: ClaimRule,
): boolean {
  if (atMs <= staleMs) return false;
  return !(ofProcess && present && !present.has(agent));
}

/** Properties as answers show them, without a claim that has ended. */
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

/** Whether a property belongs to a claim. Callers cannot set these by an update. */
export function isOfClaim(property: string): boolean {
  return property.startsWith('_claimed');
}

/** Whether only a claim, a release or a hint may write a property. */
function isReserved(property: string): boolean {
  return isOfClaim(property) || property === HINT || property === RELEASED_BY;
}

/** The first property that a caller may not set. Repeating a present value is not a change. */
export function forgedProperty(there: JsonObject, wanted: JsonObject): string | undefined {
  return Object.entries(wanted).find(([name, value]) => {
    if (!isReserved(name)) return false;
    return value !== null && value !== undefined && !isThere(there, name, value);
  })?.[0];
}

function isThere(properties: JsonObject, name: string, value: Json): boolean {
  return Object.hasOwn(properties, name) && isSameJson(properties[name], value);
}

/** Whether an update clears the claim. Clearing one of its properties clears both. */
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

/** Whether a change of this field says only who works on a node, and nothing about the work. */
export function isAboutClaim(field: string): boolean {
  const [, property] = /^properties\.(.*)$/s.exec(field) ?? [];
  return property !== undefined && isReserved(property);
}

export function wasGivenBackBy(node: { readonly properties: JsonObject }, agent: string): boolean {
  return node.properties[RELEASED_BY] === agent;
}

/** Nodes that the agent gave back itself come last, so that it gets other work first. */
export function givenBackLast<Node extends { readonly properties: JsonObject }>(
  nodes: readonly Node[],
  agent: string,
): readonly Node[] {
  const isGivenBack = (node: Node) => wasGivenBackBy(node, agent);
  return [...nodes.filter((node) => !isGivenBack(node)), ...nodes.filter(isGivenBack)];
}
