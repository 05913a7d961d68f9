/** A version: the state of one node or edge as of one event; a tombstone is a state too. */

import type { JsonObject } from '../../kernel/json.ts';
import type { VersionMark } from '../../kernel/paging.ts';
import type { JournalEvent } from '../journal/event.ts';
import type { EdgeState, NodeState } from './graph-events.ts';

interface VersionPlace {
  /** What tells one node or edge from another within a document. */
  readonly key: string;
  readonly seq: number;
  /** Which of the versions that its event made, where it is not the first. */
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
  /** Undefined in a tombstone, whose key still names the ends. */
  readonly state?: EdgeState;
}

export type Version = NodeVersion | EdgeVersion;

/** `|` is in no id and no rel, so the key can be taken apart again. */
export function edgeKey(edge: Pick<EdgeState, 'from' | 'rel' | 'to'>): string {
  return `${edge.from}|${edge.rel}|${edge.to}`;
}

export function edgeEnds(key: string): { from: string; rel: string; to: string } {
  const [from = '', rel = '', to = ''] = key.split('|');
  return { from, rel, to };
}

/** Whether the first was made after the second; versions of one event have an order too. */
export function isNewer(
  a: Pick<Version, 'seq' | 'place'>,
  b: Pick<Version, 'seq' | 'place'>,
): boolean {
  return a.seq === b.seq ? (a.place ?? 0) > (b.place ?? 0) : a.seq > b.seq;
}

export function newestFirst<Each extends Version>(versions: readonly Each[]): Each[] {
  return [...versions].sort((a, b) => (isNewer(a, b) ? -1 : 1));
}

/** Of versions, newest first, those behind a cursor. */
export function versionsBefore<Each extends Version>(
  versions: readonly Each[],
  before: number | VersionMark | undefined,
): readonly Each[] {
  if (before === undefined) return versions;
  if (typeof before === 'number') return versions.filter(({ seq }) => seq < before);
  const { seq, key } = before;
  const last = versions.find((version) => version.seq === seq && version.key === key);
  // A key that has changed since is not among them: better the same version twice than never.
  const mark = last ?? { seq, place: Number.MAX_SAFE_INTEGER };
  return versions.filter((version) => isNewer(mark, version));
}

/** The version that an event of a graph made. */
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
      throw new Error(`event ${event.seq} is no version of a graph`);
  }
}

/** As answers show it: tombstones with what is left of them. */
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

/** The same meaning, whenever and wherever it was written. */
export function sameState(a: Version | undefined, b: Version | undefined): boolean {
  return canonical(a?.state) === canonical(b?.state);
}

/** JSON with sorted names: two objects that say the same are the same text. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_name, item: unknown) =>
      typeof item === 'object' && item !== null && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
        : item,
    ) ?? ''
  );
}
