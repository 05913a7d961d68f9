/** Whose a node is, as the rules of claims say it: by age, and by who is there. */

import type { Json, JsonObject } from '../../../src/kernel/json.ts';
import { canonical, type Node } from './graph.ts';

export const TTL_MINUTES = 1;
export const TTL_MS = TTL_MINUTES * 60_000;
const YOUNG_MS = TTL_MS / 10;

/** Who asks, when, and who else is there. */
export interface Asking {
  readonly agent: string;
  readonly nowMs: number;
  /** Undefined where nobody looks. */
  readonly present: ReadonlySet<string> | undefined;
}

/** The claims of one of them end with its process. */
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

/** A claim that has ended is nobody's. */
export function shown(node: Node, asking: Asking): JsonObject {
  if (holderOf(node, asking) !== undefined) return node.properties;
  const { _claimed_by, _claimed_at, ...rest } = node.properties;
  return rest;
}

export function isYoung(node: Node, { agent, nowMs }: Asking): boolean {
  return nowMs - claimedMs(node) < YOUNG_MS && node.ofProcess === endsWithProcess(agent);
}

/** Written by hand, and not what is there already. */
export function isForged(there: JsonObject, wanted: JsonObject = {}): boolean {
  return Object.entries(wanted).some(
    ([name, value]) =>
      /^(_claimed|_hint$)/.test(name) &&
      value !== null &&
      canonical(value) !== canonical(there[name] as Json | undefined),
  );
}

/** How many warnings tell of nodes that others hold. */
export function toldHeld(met: ReadonlySet<string>): number {
  return met.size > 5 ? 6 : met.size;
}
