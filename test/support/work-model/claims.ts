/**
 * Which agent holds a node, by the rules of claims: the age of the claim and the agents present.
 */

import type { Json, JsonObject } from '../../../src/kernel/json.ts';
import { canonical, type Node } from './graph.ts';

export const TTL_MINUTES = 1;
export const TTL_MS = TTL_MINUTES * 60_000;
const YOUNG_MS = TTL_MS / 10;

/** The agent that asks, the time, and the agents present. */
export interface Asking {
  readonly agent: string;
  readonly nowMs: number;
  /** Undefined if presence is not tracked. */
  readonly present: ReadonlySet<string> | undefined;
}

/** The claims of one agent end with its process. */
export function endsWithProcess(agent: string): boolean {
  return agent === 'ben';
}

export function claimedMs({ properties: { _claimed_at: at } }: Node): number {
  return typeof at === 'string' ? Date.parse(at) : 0;
}

export function holderOf(node: Node, { agent, nowMs, present }: Asking): string | undefined {
  const { _claimed_by: by } = node.properties;
  if (typeof by !== 'string' || nowMs - claimedMs(node) >= TTL_MS) return undefined;
  const isGone = node.ofProcess && present && by !== agent && !present.has(by);
  return isGone ? undefined : by;
}

export function isHeldByOther(node: Node, asking: Asking): boolean {
  return ![undefined, asking.agent].includes(holderOf(node, asking));
}

/** The properties as they are shown: without a claim that has ended. */
export function shown(node: Node, asking: Asking): JsonObject {
  if (holderOf(node, asking) !== undefined) return node.properties;
  const { _claimed_by, _claimed_at, ...rest } = node.properties;
  return rest;
}

export function isYoung(node: Node, { agent, nowMs }: Asking): boolean {
  return nowMs - claimedMs(node) < YOUNG_MS && node.ofProcess === endsWithProcess(agent);
}

/** Whether a call sets properties of a claim to values that the node does not have already. */
export function isForged(existing: JsonObject, wanted: JsonObject = {}): boolean {
  return Object.entries(wanted).some(
    ([name, value]) =>
      /^(_claimed|_hint$|_released_by$)/.test(name) &&
      value !== null &&
      canonical(value) !== canonical(existing[name] as Json | undefined),
  );
}

/** How many warnings report nodes that other agents hold. */
export function heldWarnings(met: ReadonlySet<string>): number {
  return met.size > 5 ? 6 : met.size;
}
