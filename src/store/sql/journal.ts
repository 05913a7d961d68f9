/** The journal in SQL: append and read. */

import type { EffectiveView } from '../../domain/branches/effective-view.ts';
import { viewBefore } from '../../domain/branches/effective-view.ts';
import type { JournalEvent } from '../../domain/journal/event.ts';
import type { JournalQueries, Slice } from '../port.ts';
import type { Sql } from './engine.ts';
import type { EventRow } from './tables.ts';

export function journalQueries(sql: Sql, workspace: string): JournalQueries {
  const events = () => sql.selectFrom('events').selectAll().where('workspace', '=', workspace);
  return {
    async after(seq, limit) {
      const rows = await events().where('seq', '>', seq).orderBy('seq').limit(limit).execute();
      return rows.map(eventFrom);
    },
    async at(seq) {
      const row = await events().where('seq', '=', seq).executeTakeFirst();
      return row && eventFrom(row);
    },
    async ofEntity(entity, { before, limit }) {
      const rows = await events()
        .where('entity', '=', entity)
        .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute();
      return rows.map(eventFrom);
    },
    async inView(view, doc, slice) {
      return entriesInView(
        sql,
        workspace,
        await writtenPart(sql, workspace, view, doc),
        doc,
        slice,
      );
    },
    async withKey(key) {
      const row = await events().where('key', '=', key).executeTakeFirst();
      return row && eventFrom(row);
    },
  };
}

/** The stretches in which the document exists at all: a deep branch mostly inherits silence. */
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

/** Stretches are ordered newest first, so reading stops as soon as the page is full. */
async function entriesInView(
  sql: Sql,
  workspace: string,
  view: EffectiveView,
  doc: string,
  { before, limit }: Slice,
): Promise<JournalEvent[]> {
  const found: JournalEvent[] = [];
  for (const stretch of viewBefore(view, before)) {
    if (found.length >= limit) break;
    const rows = await sql
      .selectFrom('events')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('branch', '=', stretch.branch)
      .where('doc', '=', doc)
      .where('seq', '>', stretch.after)
      .where('seq', '<=', stretch.upTo)
      .orderBy('seq', 'desc')
      .limit(limit - found.length)
      .execute();
    found.push(...rows.map(eventFrom));
  }
  return found;
}

/** Keys must have been looked up before: a repeated one is a bug here. */
export async function insertEvents(
  sql: Sql,
  workspace: string,
  events: readonly JournalEvent[],
): Promise<void> {
  await sql
    .insertInto('events')
    .values(events.map((event) => rowFrom(workspace, event)))
    .execute();
}

export function eventFrom(row: EventRow): JournalEvent {
  // The journal only ever holds what `rowFrom` wrote, so type and payload belong together.
  return {
    seq: row.seq,
    tsMs: row.ts_ms,
    agent: row.agent,
    type: row.type,
    entity: row.entity,
    ...(row.branch === null ? {} : { branch: row.branch }),
    ...(row.doc === null ? {} : { doc: row.doc }),
    ...(row.key === null ? {} : { key: row.key }),
    payload: JSON.parse(row.payload),
  } as JournalEvent;
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
  };
}
