/** A version: the state of one node or edge after one event. A tombstone is a version too. */

import type { JsonObject } from '../../kernel/json.ts';
import { canonicalJson } from '../../kernel/json.ts';
import type { VersionMark } from '../../kernel/paging.ts';
import type { JournalEvent } from '../journal/event.ts';
import type { EdgeState, NodeState } from './graph-events.ts';

interface VersionPlace {
  /** Identifies the node or edge within a document. */
  readonly key: string;
  readonly seq: number;
  /** Its place among the versions of its event, if it is not the first. */
  readonly place?: number;
  readonly tsMs: number;
}

export interface NodeVersion extends VersionPlace {
  readonly kind: 'node';
  /** Undefined in a tombstone. */
  readonly state?: NodeState;
}

export interface EdgeVersion extends VersionPlace {
  readonly kind: 'edge';
  /** Undefined in a tombstone, whose key still has the ends. */
  readonly state?: EdgeState;
}

export type Version = NodeVersion | EdgeVersion;

/** No id and no rel contains `|`, so the key can be split again. */
export function edgeKey(edge: Pick<EdgeState, 'from' | 'rel' | 'to'>): string {
  return `${edge.from}|${edge.rel}|${edge.to}`;
}

export function edgeEnds(key: string): { from: string; rel: string; to: string } {
  const [from = '', rel = '', to = ''] = key.split('|');
  return { from, rel, to };
}

/** Whether the first is newer than the second. Versions of one event have an order too. */
export function isNewer(
  a: Pick<Version, 'seq' | 'place'>,
  b: Pick<Version, 'seq' | 'place'>,
): boolean {
  return a.seq === b.seq ? (a.place ?? 0) > (b.place ?? 0) : a.seq > b.seq;
}

export function newestFirst<Each extends Version>(versions: readonly Each[]): Each[] {
  return [...versions].sort((a, b) => (isNewer(a, b) ? -1 : 1));
}

/** The versions after a cursor, of versions that are sorted newest first. */
export function versionsBefore<Each extends Version>(
  versions: readonly Each[],
  before: number | VersionMark | undefined,
): readonly Each[] {
  if (before === undefined) return versions;
  if (typeof before === 'number') return versions.filter(({ seq }) => seq < before);
  const { seq, key } = before;
  const last = versions.find((version) => version.seq === seq && version.key === key);
  // The key of the cursor may have changed since: better show a version twice than never.
  const mark = last ?? { seq, place: Number.MAX_SAFE_INTEGER };
  return versions.filter((version) => isNewer(mark, version));
}

/** The version that a graph event contains. */
export function versionOf(event: JournalEvent): Version {
  const place = { seq: event.seq, tsMs: event.tsMs };
  switch (event.type) {
    case 'graph_node_upserted': {
      const { node } = event.payload;
      return { kind: 'node', key: node.id, ...place, state: node };
    }
    case 'graph_node_deleted':
      return { kind: 'node', key: event.payload.id, ...place };
    case 'graph_edge_upserted': {
      const { edge } = event.payload;
      return { kind: 'edge', key: edgeKey(edge), ...place, state: edge };
    }
    case 'graph_edge_deleted':
      return { kind: 'edge', key: edgeKey(event.payload), ...place };
    default:
      throw new Error(`event ${event.seq} is not a graph event`);
  }
}

/** A version as answers show it; of a tombstone, only what identifies it. */
export function versionView(version: Version): JsonObject {
  const place = {
    deleted: version.state === undefined,
    last_seq: version.seq,
    last_ts_ms: version.tsMs,
  };
  if (version.kind === 'node') {
    return { ...(version.state ? nodeView(version.state) : { id: version.key }), ...place };
  }
  return { ...(version.state ?? edgeEnds(version.key)), ...place };
}

function nodeView(state: NodeState): JsonObject {
  return { ...state };
}

/** Whether two versions have the same state, whenever and wherever they were written. */
export function sameState(a: Version | undefined, b: Version | undefined): boolean {
  return canonicalJson(a?.state) === canonicalJson(b?.state);
}
