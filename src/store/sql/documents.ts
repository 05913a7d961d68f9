/** Documents in SQL: which exist on which branch, and when each was written last. */

import type { Document, DocumentKind } from '../../domain/documents/document.ts';
import type { EventType } from '../../domain/journal/event.ts';
import type { DocumentQueries } from '../port.ts';
import type { Sql } from './engine.ts';
import { prepared } from './prepared.ts';
import type { Projection } from './projection.ts';
import type { Tables } from './tables.ts';

const latestDocument = prepared((sql: Sql, args: { workspace: string }) =>
  sql
    .selectFrom('documents')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .orderBy('last_seq', 'desc')
    .limit(1),
);

interface DocumentEntry {
  readonly workspace: string;
  readonly branch: number;
  readonly doc: string;
  readonly kind: DocumentKind;
  readonly seq: number;
  readonly tsMs: number;
}

const enterIntoDocument = prepared((sql: Sql, entry: DocumentEntry) =>
  sql
    .insertInto('documents')
    .values({
      workspace: entry.workspace,
      branch: entry.branch,
      doc: entry.doc,
      kind: entry.kind,
      first_seq: entry.seq,
      last_seq: entry.seq,
      created_ms: entry.tsMs,
      updated_ms: entry.tsMs,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace', 'branch', 'doc'])
        .doUpdateSet({ last_seq: entry.seq, updated_ms: entry.tsMs }),
    ),
);

export function documentQueries(sql: Sql, workspace: string): DocumentQueries {
  return {
    latest: async () => (await latestDocument(sql, { workspace })).map(documentFrom)[0],
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
    const { branch, doc, seq, tsMs } = event;
    const kind = KIND_OF_FIRST_ENTRY[event.type] ?? 'trace';
    await enterIntoDocument(sql, { workspace, branch, doc, kind, seq, tsMs });
  },
};
