/** A conflict: both sides of a merge changed the same key, and an agent must choose. */

import { type Digest, digestOf } from '../../kernel/digest.ts';
import { canonicalJson, type JsonObject } from '../../kernel/json.ts';
import type { EdgeState, NodeState } from './graph-events.ts';
import type { Version } from './version.ts';

/** The version of one side when the conflict was found, or null if it had none. */
export interface Snapshot {
  readonly seq: number;
  readonly deleted: boolean;
  readonly node?: NodeState;
  readonly edge?: EdgeState;
}

export interface ConflictCore {
  readonly id: string;
  readonly kind: 'node' | 'edge';
  readonly key: string;
  /** Branch ids. */
  readonly from: number;
  readonly into: number;
  readonly doc: string;
  readonly base: Snapshot | null;
  readonly theirs: Snapshot | null;
  readonly ours: Snapshot | null;
}

export interface Conflict extends ConflictCore {
  readonly seq: number;
  readonly status: 'open' | 'resolved';
  readonly createdMs: number;
  readonly resolvedMs?: number;
}

export const RESOLUTIONS = ['use_from', 'use_into'] as const;

export type Resolution = (typeof RESOLUTIONS)[number];

export function snapshot(version: Version | undefined): Snapshot | null {
  if (!version) return null;
  const { seq, state } = version;
  if (state === undefined) return { seq, deleted: true };
  return version.kind === 'node'
    ? { seq, deleted: false, node: state as NodeState }
    : { seq, deleted: false, edge: state as EdgeState };
}

/** A key that is merged from one branch into another. */
export type Meeting = Pick<ConflictCore, 'from' | 'into' | 'doc' | 'kind' | 'key'>;

function nameOf(
  digest: Digest,
  { from, into, doc, kind, key }: Meeting,
  ...more: readonly (string | number)[]
): string {
  return digestOf(digest, JSON.stringify([from, into, doc, kind, key, ...more]));
}

/** The prefix of the idempotency keys of merged versions, by which they are found again. */
export function broughtOverKeys(meeting: Meeting, digest: Digest): string {
  return `graph_merge:${nameOf(digest, meeting)}:`;
}

/**
 * The id follows from the states that differ, so that a preview, the real run and a second run name
 * the same conflict, even if a side was written again unchanged.
 */
export function conflictId(core: Omit<ConflictCore, 'id'>, digest: Digest): string {
  const sides = [stateIn(core.theirs), stateIn(core.ours)];
  return `CONFLICT-${nameOf(digest, core, core.base?.seq ?? 0, ...sides)}`;
}

/**
 * The key of a decision against the version of `from`. It holds whatever the destination does
 * later.
 */
export function keptKey(core: Omit<ConflictCore, 'id'>, digest: Digest): string {
  return `graph_kept:${nameOf(digest, core, core.base?.seq ?? 0, stateIn(core.theirs))}`;
}

function stateIn(side: Snapshot | null): string {
  return canonicalJson(side?.node ?? side?.edge);
}

export function snapshotView(side: Snapshot | null): JsonObject | null {
  if (side === null) return null;
  const state = side.node ?? side.edge;
  return { ...(state ? { ...state } : {}), deleted: side.deleted, last_seq: side.seq };
}
