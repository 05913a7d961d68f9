/** Documents in SQL: which exist on which branch, and when each was written last. */

import type { Document, DocumentKind } from '../../domain/documents/document.ts';
import type { EventType } from '../../domain/journal/event.ts';
import type { DocumentQueries } from '../port.ts';
import type { Sql } from './engine.ts';
import type { Projection } from './projection.ts';
import type { Tables } from './tables.ts';

export function documentQueries(sql: Sql, workspace: string): DocumentQueries {
  return {
    async latest() {
      const row = await sql
        .selectFrom('documents')
        .selectAll()
        .where('workspace', '=', workspace)
        .orderBy('last_seq', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && documentFrom(row);
    },
  };
}

function documentFrom(row: Tables['documents']): Document {
  return {
    branch: row.branch,
    doc: row.doc,
    kind: row.kind as DocumentKind,
    firstSeq: row.first_seq,
    lastSeq: row.last_seq,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
  };
}

/** The kind of a document is settled by its first entry. */
const KIND_OF_FIRST_ENTRY: { readonly [Type in EventType]?: DocumentKind } = {
  note_committed: 'notes',
};

export const documentsProjection: Projection = {
  tables: [{ name: 'documents', key: ['workspace', 'branch', 'doc'] }],
  on: {},
  async onEntry(sql, workspace, event) {
    if (event.branch === undefined || event.doc === undefined) {
      throw new Error(`event ${event.seq} names a document without a branch`);
    }
    await sql
      .insertInto('documents')
      .values({
        workspace,
        branch: event.branch,
        doc: event.doc,
        kind: KIND_OF_FIRST_ENTRY[event.type] ?? 'trace',
        first_seq: event.seq,
        last_seq: event.seq,
        created_ms: event.tsMs,
        updated_ms: event.tsMs,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace', 'branch', 'doc'])
          .doUpdateSet({ last_seq: event.seq, updated_ms: event.tsMs }),
      )
      .execute();
  },
};
