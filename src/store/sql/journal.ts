/** The journal in SQL: append and read. */

import type { EffectiveView, Stretch } from '../../domain/branches/effective-view.ts';
import { viewAfter, viewBefore } from '../../domain/branches/effective-view.ts';
import { isGraphDocument } from '../../domain/documents/document.ts';
import { NOTE_TYPES, type NoteType } from '../../domain/documents/entry-view.ts';
import { EVENTS } from '../../domain/journal/all-events.ts';
import type { JournalEvent } from '../../domain/journal/event.ts';
import {
  type EventVersions,
  presentPayload,
  presentVersion,
  type UnknownEvent,
} from '../../domain/journal/event-versions.ts';
import type { JournalQueries, Slice } from '../port.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { chunksOf } from './chunks.ts';
import type { Sql } from './engine.ts';
import { rowsInto } from './insert-rows.ts';
import { prepared } from './prepared.ts';
import type { EventRow } from './tables.ts';

const EVERYTHING = Number.MAX_SAFE_INTEGER;

interface InWorkspace {
  readonly workspace: string;
}

const eventsAfter = prepared((sql: Sql, args: InWorkspace & { seq: number; limit: number }) =>
  sql
    .selectFrom('events')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('seq', '>', args.seq)
    .orderBy('seq')
    .limit(args.limit),
);

const eventAt = prepared((sql: Sql, args: InWorkspace & { seq: number }) =>
  sql
    .selectFrom('events')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('seq', '=', args.seq),
);

const eventsOfEntity = prepared(
  (sql: Sql, args: InWorkspace & { entity: string; before: number; limit: number }) =>
    sql
      .selectFrom('events')
      .selectAll()
      .where('workspace', '=', args.workspace)
      .where('entity', '=', args.entity)
      .where('seq', '<', args.before)
      .orderBy('seq', 'desc')
      .limit(args.limit),
);

const eventWithKey = prepared((sql: Sql, args: InWorkspace & { key: string }) =>
  sql
    .selectFrom('events')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('key', '=', args.key),
);

interface StretchOfDocument extends InWorkspace, Stretch {
  readonly doc: string;
  readonly limit: number;
}

function stretchOfDocument(sql: Sql, args: StretchOfDocument) {
  return sql
    .selectFrom('events')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('branch', '=', args.branch)
    .where('doc', '=', args.doc)
    .where('seq', '>', args.after)
    .where('seq', '<=', args.upTo)
    .limit(args.limit);
}

const entriesOfStretch = prepared((sql: Sql, args: StretchOfDocument) =>
  stretchOfDocument(sql, args).orderBy('seq', 'desc'),
);

const oldestOfStretch = prepared((sql: Sql, args: StretchOfDocument) =>
  stretchOfDocument(sql, args).orderBy('seq'),
);

const notesOfStretch = prepared((sql: Sql, args: StretchOfDocument) =>
  stretchOfDocument(sql, args).where('type', 'in', NOTE_TYPES).orderBy('seq', 'desc'),
);

type ReadStretch = (sql: Sql, args: StretchOfDocument) => Promise<readonly EventRow[]>;

/**
 * For a graph, this includes events whose versions are in it although they are entries of another
 * document: events of a task, of work or of a thought.
 */
function entriesOfGraph(order: 'asc' | 'desc'): ReadStretch {
  const isDown = order === 'desc';
  return async (sql, args) => {
    const own = await (isDown ? entriesOfStretch : oldestOfStretch)(sql, args);
    const found = new Map(own.map((row) => [row.seq, row]));
    const seqs = new Set([...found.keys(), ...(await versionsOfStretch(sql, args, order))]);
    const first = [...seqs].sort((a, b) => (isDown ? b - a : a - b)).slice(0, args.limit);
    const others = first.filter((seq) => !found.has(seq));
    for (const some of chunksOf(others)) {
      const rows = await sql
        .selectFrom('events')
        .selectAll()
        .where('workspace', '=', args.workspace)
        .where('seq', 'in', some)
        .execute();
      for (const row of rows) found.set(row.seq, row);
    }
    return first.flatMap((seq) => found.get(seq) ?? []);
  };
}

/** The seqs of the first events of a stretch that wrote versions. */
async function versionsOfStretch(
  sql: Sql,
  { workspace, branch, doc, after, upTo, limit }: StretchOfDocument,
  order: 'asc' | 'desc',
): Promise<readonly number[]> {
  const seqs: number[] = [];
  // One kind after the other: the index of versions is sorted within a kind.
  for (const kind of ['node', 'edge']) {
    const rows = await sql
      .selectFrom('graph_versions')
      .select('seq')
      .distinct()
      .where('workspace', '=', workspace)
      .where('branch', '=', branch)
      .where('doc', '=', doc)
      .where('kind', '=', kind)
      .where('seq', '>', after)
      .where('seq', '<=', upTo)
      .orderBy('seq', order)
      .limit(limit)
      .execute();
    seqs.push(...rows.map((row) => row.seq));
  }
  return seqs;
}

const entriesKeyedBetween = prepared(
  (sql: Sql, args: InWorkspace & { first: string; beyond: string }) =>
    sql
      .selectFrom('events')
      .select(['branch', 'seq'])
      .where('workspace', '=', args.workspace)
      .where('key', '>=', args.first)
      .where('key', '<', args.beyond),
);

/** The columns as they are stored, in whatever version. */
export const insertRows = rowsInto<EventRow, keyof EventRow>('events', [
  ...(['workspace', 'seq', 'ts_ms', 'agent', 'type', 'entity'] as const),
  ...(['branch', 'doc', 'key', 'payload', 'version'] as const),
]);

export function journalQueries(sql: Sql, workspace: string): JournalQueries {
  return {
    after: async (seq, limit) => (await eventsAfter(sql, { workspace, seq, limit })).map(eventFrom),
    at: async (seq) => (await eventAt(sql, { workspace, seq })).map(eventFrom)[0],
    async ofEntity(entity, { before = EVERYTHING, limit }) {
      return (await eventsOfEntity(sql, { workspace, entity, before, limit })).map(eventFrom);
    },
    async inView(view, doc, slice) {
      const read = isGraphDocument(doc) ? entriesOfGraph('desc') : entriesOfStretch;
      return entriesInView(read, sql, { workspace, view, doc, ...slice });
    },
    async notesInView(view, doc, slice) {
      const notes = await entriesInView(notesOfStretch, sql, { workspace, view, doc, ...slice });
      return notes as JournalEvent<NoteType>[];
    },
    async inViewAfter(view, doc, seq, limit) {
      const later = viewAfter([...view].reverse(), seq);
      const read = isGraphDocument(doc) ? entriesOfGraph('asc') : oldestOfStretch;
      return entriesInView(read, sql, { workspace, view: later, doc, limit });
    },
    withKey: async (key) => (await eventWithKey(sql, { workspace, key })).map(eventFrom)[0],
    async keyedLike(prefix) {
      const beyond =
        prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
      const rows = await entriesKeyedBetween(sql, { workspace, first: prefix, beyond });
      return rows.flatMap(({ branch, seq }) => (branch === null ? [] : [{ branch, seq }]));
    },
    these: (seqs) => eventsAt(sql, workspace, seqs),
  };
}

export async function eventsAt(
  sql: Sql,
  workspace: string,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, JournalEvent>> {
  const found = new Map<number, JournalEvent>();
  for (const some of chunksOf([...new Set(seqs)])) {
    const rows = await sql
      .selectFrom('events')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('seq', 'in', some)
      .execute();
    for (const row of rows) found.set(row.seq, eventFrom(row));
  }
  return found;
}

/** The stretches in which the document has entries: a deep branch mostly inherits none. */
async function writtenPart(
  sql: Sql,
  workspace: string,
  view: EffectiveView,
  doc: string,
): Promise<EffectiveView> {
  if (view.length < 2) return view;
  const written = await sql
    .selectFrom('documents')
    .select(['branch', 'first_seq'])
    .where('workspace', '=', workspace)
    .where('doc', '=', doc)
    .where('branch', 'in', [...new Set(view.map((stretch) => stretch.branch))])
    .execute();
  const firstSeq = new Map(written.map((row) => [row.branch, row.first_seq]));
  return view.filter((stretch) => {
    const first = firstSeq.get(stretch.branch);
    return first !== undefined && first <= stretch.upTo;
  });
}

interface ViewOfDocument extends InWorkspace, Slice {
  readonly view: EffectiveView;
  readonly doc: string;
}

/** Stretches come in the order of their entries, so reading stops as soon as the page is full. */
async function entriesInView(
  readStretch: ReadStretch,
  sql: Sql,
  { workspace, view, doc, before, limit }: ViewOfDocument,
): Promise<JournalEvent[]> {
  const found: JournalEvent[] = [];
  for (const stretch of viewBefore(await writtenPart(sql, workspace, view, doc), before)) {
    if (found.length >= limit) break;
    const wanted = limit - found.length;
    const rows = await readStretch(sql, { workspace, doc, ...stretch, limit: wanted });
    found.push(...rows.map(eventFrom));
  }
  return found;
}

/** The caller must have looked up the keys before: a repeated one is a bug here. */
export async function insertEvents(
  sql: Sql,
  workspace: string,
  events: readonly JournalEvent[],
): Promise<void> {
  await insertRows(
    sql,
    events.map((event) => rowFrom(workspace, event)),
  );
}

/** Reads a row as an event of the current version, whichever version it was stored in. */
export function eventReader(versions: EventVersions): (row: EventRow) => JournalEvent {
  return (row) => {
    const read = presentPayload(row.type, row.version, JSON.parse(row.payload), versions);
    if ('unknown' in read) throw unreadable(row, read);
    // The journal holds only what `rowFrom` wrote, so type and payload belong together.
    return {
      seq: row.seq,
      tsMs: row.ts_ms,
      agent: row.agent,
      type: row.type,
      entity: row.entity,
      ...(row.branch === null ? {} : { branch: row.branch }),
      ...(row.doc === null ? {} : { doc: row.doc }),
      ...(row.key === null ? {} : { key: row.key }),
      payload: read.payload,
    } as unknown as JournalEvent;
  };
}

export const eventFrom = eventReader(EVENTS);

export function unreadable(
  { workspace, seq, type, version }: Pick<EventRow, 'workspace' | 'seq' | 'type' | 'version'>,
  { unknown, known }: UnknownEvent,
): StoreUnavailable {
  const what =
    unknown === 'type'
      ? `is of the type ${type}, which this Waymark does not know`
      : `is ${type} in version ${version}, and this Waymark knows up to ${known}`;
  return new StoreUnavailable(
    'newer',
    `Event ${seq} of the workspace ${workspace} ${what}. It was not changed: use the newer ` +
      'Waymark that wrote it.',
  );
}

function rowFrom(workspace: string, event: JournalEvent): EventRow {
  return {
    workspace,
    seq: event.seq,
    ts_ms: event.tsMs,
    agent: event.agent,
    type: event.type,
    entity: event.entity,
    branch: event.branch ?? null,
    doc: event.doc ?? null,
    key: event.key ?? null,
    payload: JSON.stringify(event.payload),
    version: presentVersion(event.type),
  };
}
