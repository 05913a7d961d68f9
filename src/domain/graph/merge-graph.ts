/** Merges a page of keys that changed on one branch into another. */

import type { Digest } from '../../kernel/digest.ts';
import { canonicalJson } from '../../kernel/json.ts';
import type { EventDraft } from '../journal/event.ts';
import {
  edgeDeleted,
  edgeUpserted,
  type GraphPlace,
  nodeDeleted,
  nodeUpserted,
} from './apply-ops.ts';
import { broughtOverKeys, type ConflictCore, conflictId, snapshot } from './conflict.ts';
import type { MergedFrom } from './graph-events.ts';
import { threeWay } from './three-way.ts';
import { sameState, type Version } from './version.ts';

/** One key as the three sides see it. `theirs` always exists, since it is what is merged. */
export interface MergeKey {
  /** The common state: at the cutoff, or when the key was last merged. */
  readonly base: Version | undefined;
  readonly theirs: Version;
  readonly ours: Version | undefined;
}

export interface MergePlan {
  readonly drafts: readonly EventDraft[];
  readonly merged: number;
  readonly skipped: number;
  readonly conflicts: readonly ConflictCore[];
  /**
   * The keys that a decision can concern: the conflicts, and those the destination changed back.
   */
  readonly contested: readonly ConflictCore[];
  readonly summary: DiffSummary;
}

/** A type, not an interface, because views are JSON. */
export type DiffSummary = {
  readonly nodes_changed: number;
  readonly edges_changed: number;
  readonly node_fields_changed: number;
  readonly edge_fields_changed: number;
};

export interface MergeRequest {
  readonly from: number;
  readonly into: GraphPlace;
  readonly keys: readonly MergeKey[];
  readonly digest: Digest;
  /** The keys that were decided against. They are neither reported again nor written. */
  readonly decided: ReadonlySet<string>;
}

export function mergeGraph(request: MergeRequest): MergePlan {
  const drafts: EventDraft[] = [];
  const conflicts: ConflictCore[] = [];
  const contested: ConflictCore[] = [];
  const summary = {
    nodes_changed: 0,
    edges_changed: 0,
    node_fields_changed: 0,
    edge_fields_changed: 0,
  };
  let skipped = 0;
  for (const key of request.keys) {
    const outcome = threeWay<Version | undefined>(key, sameState);
    const isContested = outcome !== 'skip' && key.ours?.seq !== key.base?.seq;
    const meeting = isContested ? conflictOf(request, key) : undefined;
    if (outcome === 'skip' || (meeting && request.decided.has(meeting.id))) {
      skipped += 1;
      continue;
    }
    countChange(summary, key);
    if (meeting) contested.push(meeting);
    if (meeting && outcome === 'conflict') conflicts.push(meeting);
    else drafts.push(applied(request, key));
  }
  return { drafts, merged: drafts.length, skipped, conflicts, contested, summary };
}

function conflictOf(request: MergeRequest, { base, theirs, ours }: MergeKey): ConflictCore {
  const core = {
    kind: theirs.kind,
    key: theirs.key,
    from: request.from,
    into: request.into.branch,
    doc: request.into.doc,
    base: snapshot(base),
    theirs: snapshot(theirs),
    ours: snapshot(ours),
  };
  return { id: conflictId(core, request.digest), ...core };
}

function applied({ from, into, digest }: MergeRequest, { base, theirs }: MergeKey): EventDraft {
  const origin = { branch: from, seq: theirs.seq };
  return broughtOver(into, theirs, origin, `${base?.seq ?? 0}:${theirs.seq}`, digest);
}

/**
 * The event that copies a version to another branch. `occasion` makes its idempotency key unique.
 */
export function broughtOver(
  into: GraphPlace,
  version: Pick<Version, 'kind' | 'key' | 'state'>,
  origin: MergedFrom,
  occasion: string,
  digest: Digest,
): EventDraft {
  const { kind, key } = version;
  const meeting = { from: origin.branch, into: into.branch, doc: into.doc, kind, key };
  return { ...written(into, version, origin), key: broughtOverKeys(meeting, digest) + occasion };
}

function written(
  into: GraphPlace,
  version: Pick<Version, 'kind' | 'key' | 'state'>,
  origin: MergedFrom,
): EventDraft {
  if (version.kind === 'node') {
    const { state } = version as Extract<Version, { kind: 'node' }>;
    return state ? nodeUpserted(into, state, origin) : nodeDeleted(into, version.key, origin);
  }
  const { state } = version as Extract<Version, { kind: 'edge' }>;
  return state ? edgeUpserted(into, state, origin) : edgeDeleted(into, version.key, origin);
}

const NODE_FIELDS = ['type', 'title', 'text', 'status', 'tags', 'meta'] as const;

function countChange(
  summary: { -readonly [Name in keyof DiffSummary]: number },
  { base, theirs }: MergeKey,
): void {
  const fields = theirs.kind === 'node' ? NODE_FIELDS : (['meta'] as const);
  const before = (base?.state ?? {}) as Record<string, unknown>;
  const after = (theirs.state ?? {}) as Record<string, unknown>;
  const changed = fields.filter(
    (field) => canonicalJson(before[field]) !== canonicalJson(after[field]),
  ).length;
  const deleted = (base?.state === undefined) === (theirs.state === undefined) ? 0 : 1;
  if (theirs.kind === 'node') {
    summary.nodes_changed += 1;
    summary.node_fields_changed += changed + deleted;
  } else {
    summary.edges_changed += 1;
    summary.edge_fields_changed += changed + deleted;
  }
}
