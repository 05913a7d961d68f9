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
import { isContested, judgeKeys, type MergeKey, type OwnKey } from './judge-keys.ts';
import { threeWay } from './three-way.ts';
import { edgeEnds, isNewer, sameState, type Version } from './version.ts';

export interface MergePlan {
  readonly drafts: readonly EventDraft[];
  readonly merged: number;
  readonly skipped: number;
  readonly conflicts: readonly ConflictCore[];
  /** Edges that are not written, since the destination lacks an end of theirs. */
  readonly leftOut: readonly LooseEdge[];
  readonly summary: DiffSummary;
}

export interface LooseEdge {
  readonly key: string;
  /** The node that is missing. */
  readonly end: string;
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
  /** The keys to merge. */
  readonly keys: readonly OwnKey[];
  /** What they depend on: the keys that `dependenciesOf` names. */
  readonly around: readonly MergeKey[];
  readonly digest: Digest;
  /** The keys that were decided against. They are neither reported again nor written. */
  readonly decided: ReadonlySet<string>;
}

/** What decides about these versions besides themselves. */
export function dependenciesOf(versions: readonly Version[]): {
  /** Ends of edges. */
  readonly nodes: readonly string[];
  /** Deleted nodes: the edges that the destination has at them are needed. */
  readonly deleted: readonly string[];
} {
  const edges = versions.filter(({ kind }) => kind === 'edge').map(({ key }) => edgeEnds(key));
  const deleted = versions.filter(({ kind, state }) => kind === 'node' && state === undefined);
  return {
    nodes: [...new Set(edges.flatMap(({ from, to }) => [from, to]))],
    deleted: deleted.map(({ key }) => key),
  };
}

/** The keys that an earlier decision can be about, as the conflicts that they would be. */
export function contestedKeys(request: Omit<MergeRequest, 'decided'>): readonly ConflictCore[] {
  return [...request.keys, ...request.around]
    .filter((key) => threeWay<Version | undefined>(key, sameState) !== 'skip' && isContested(key))
    .map((key) => conflictOf(request, key));
}

export function mergeGraph(request: MergeRequest): MergePlan {
  const judgement = judgeKeys({
    ...request,
    isDecided: (key) => request.decided.has(conflictOf(request, key).id),
  });
  const conflicts: ConflictCore[] = [];
  const leftOut: LooseEdge[] = [];
  const written = new Set<OwnKey>();
  const summary = {
    nodes_changed: 0,
    edges_changed: 0,
    node_fields_changed: 0,
    edge_fields_changed: 0,
  };
  let skipped = 0;
  for (const key of request.keys) {
    const { outcome, lacks, together } = judgement(key);
    if (outcome === 'apply') {
      for (const each of together) written.add(each);
    } else if (outcome === 'conflict') {
      conflicts.push(conflictOf(request, key));
      countChange(summary, key);
    } else {
      skipped += 1;
      if (lacks !== undefined) leftOut.push({ key: key.theirs.key, end: lacks });
    }
  }
  for (const key of written) countChange(summary, key);
  const drafts = inOrder([...written]).map((key) => broughtBy(request, key));
  return { drafts, merged: drafts.length, skipped, conflicts, leftOut, summary };
}

/** An edge is written after its ends, and deleted before them; else as on the merged branch. */
function inOrder(keys: readonly OwnKey[]): readonly OwnKey[] {
  const rank = ({ theirs }: OwnKey) => (theirs.kind === 'edge' ? 1 : theirs.state ? 0 : 2);
  return [...keys].sort((a, b) => rank(a) - rank(b) || (isNewer(a.theirs, b.theirs) ? 1 : -1));
}

function conflictOf(
  request: Omit<MergeRequest, 'decided'>,
  { base, theirs, ours }: MergeKey,
): ConflictCore {
  const { kind, key } = theirs ?? ours ?? { kind: 'node', key: '' };
  const core = {
    kind,
    key,
    from: request.from,
    into: request.into.branch,
    doc: request.into.doc,
    base: snapshot(base),
    theirs: snapshot(theirs),
    ours: snapshot(ours),
  };
  return { id: conflictId(core, request.digest), ...core };
}

function broughtBy({ from, into, digest }: MergeRequest, { base, theirs }: OwnKey): EventDraft {
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
  { base, theirs }: OwnKey,
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
