/** Documents in SQL: which ones exist on which branch, and when each was last written. */

import { sql as raw } from 'kysely';
import { branchIdOf } from '../../../domain/branches/branch.ts';
import type { EffectiveView } from '../../../domain/branches/effective-view.ts';
import {
  type Document,
  type DocumentKind,
  standardKind,
} from '../../../domain/documents/document.ts';
import type { EventType } from '../../../domain/journal/event.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import type { DocumentQueries } from '../../port.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';
import type { Projection } from '../projection.ts';
import type { Tables } from '../tables.ts';

const latestDocument = prepared((sql: Sql, args: { workspace: string }) =>
  sql
    .selectFrom('documents')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .orderBy('last_seq', 'desc')
    // An event may belong to several documents; the graph counts as the last one it changed.
    .orderBy('kind')
    .orderBy('branch')
    .limit(1),
);

/** As they were at `upTo`: branches based on this one do not see what came later. */
const documentsUpTo = prepared(
  (sql: Sql, args: { workspace: string; branch: number; upTo: number }) =>
    sql
      .selectFrom('documents as d')
      .innerJoin('events as last', (join) =>
        join.onRef('last.workspace', '=', 'd.workspace').on(
          'last.seq',
          '=',
          // Versions in a graph may come from events that are entries of other documents.
          raw<number>`(select max(seq) from (
            select max(e.seq) as seq from events as e where e.workspace = d.workspace
              and e.branch = d.branch and e.doc = d.doc and e.seq <= ${args.upTo}
            union all select max(g.seq) from graph_versions as g where g.workspace = d.workspace
              and g.branch = d.branch and g.doc = d.doc and g.kind = 'node' and g.seq <= ${args.upTo}
            union all select max(g.seq) from graph_versions as g where g.workspace = d.workspace
              and g.branch = d.branch and g.doc = d.doc and g.kind = 'edge' and g.seq <= ${args.upTo}
          ) as written)`,
        ),
      )
      .select([
        'd.workspace',
        'd.branch',
        'd.doc',
        'd.kind',
        'd.first_seq',
        'd.created_ms',
        'last.seq as last_seq',
        'last.ts_ms as updated_ms',
      ])
      .where('d.workspace', '=', args.workspace)
      .where('d.branch', '=', args.branch)
      .where('d.first_seq', '<=', args.upTo),
);

const branchesWrittenAfter = prepared((sql: Sql, args: { workspace: string; seq: number }) =>
  sql
    .selectFrom('documents')
    .select('branch')
    .distinct()
    .where('workspace', '=', args.workspace)
    .where('last_seq', '>', args.seq),
);

const entriesOnBranch = prepared(
  (
    sql: Sql,
    args: {
      workspace: string;
      branch: number;
      doc: string;
      after: number;
      upTo: number;
      most: number;
    },
  ) =>
    sql
      .selectFrom((from) =>
        from
          .selectFrom('events')
          .select('seq')
          .where('workspace', '=', args.workspace)
          .where('branch', '=', args.branch)
          .where('doc', '=', args.doc)
          .where('seq', '>', args.after)
          .where('seq', '<=', args.upTo)
          .orderBy('seq', 'desc')
          .limit(args.most)
          .as('newest'),
      )
      .select((e) => e.fn.countAll().as('entries')),
);

const kindOnBranch = prepared(
  (sql: Sql, args: { workspace: string; branch: number; doc: string; upTo: number }) =>
    sql
      .selectFrom('documents')
      .select('kind')
      .where('workspace', '=', args.workspace)
      .where('branch', '=', args.branch)
      .where('doc', '=', args.doc)
      .where('first_seq', '<=', args.upTo),
);

interface DocumentEntry {
  readonly workspace: string;
  readonly branch: number;
  readonly doc: string;
  readonly kind: DocumentKind;
  readonly firstSeq: number;
  readonly firstMs: number;
  /** Of the last entry, which may also be the first. */
  readonly seq: number;
  readonly tsMs: number;
}

/** Creates the document with its first entry. */
export const enterIntoDocument = prepared((sql: Sql, entry: DocumentEntry) =>
  sql
    .insertInto('documents')
    .values({
      workspace: entry.workspace,
      branch: entry.branch,
      doc: entry.doc,
      kind: entry.kind,
      first_seq: entry.firstSeq,
      last_seq: entry.seq,
      created_ms: entry.firstMs,
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
    inView: (view) => documentsInView(sql, workspace, view),
    async entries(view, doc) {
      let count = 0;
      for (const { branch, after, upTo } of view) {
        const most = LIMITS.counted - count;
        if (most === 0) break;
        const place = { workspace, branch, doc, after, upTo };
        const [row] = await entriesOnBranch(sql, { ...place, most });
        count += Number(row?.entries ?? 0);
      }
      return count;
    },
    async kind(view, doc) {
      for (const { branch, upTo } of [...view].reverse()) {
        const [row] = await kindOnBranch(sql, { workspace, branch, doc, upTo });
        if (row) return row.kind as DocumentKind;
      }
      return undefined;
    },
    branchesWrittenAfter: async (seq) =>
      (await branchesWrittenAfter(sql, { workspace, seq })).map(({ branch }) => branch),
  };
}

/** A document may be on a branch and on its bases: it starts on the lowest and continues above. */
async function documentsInView(
  sql: Sql,
  workspace: string,
  view: EffectiveView,
): Promise<readonly Document[]> {
  const seen = new Map<string, Document>();
  for (const { branch, upTo } of view) {
    for (const row of await documentsUpTo(sql, { workspace, branch, upTo })) {
      const below = documentFrom(row);
      const above = seen.get(row.doc);
      const { kind, firstSeq, createdMs } = below;
      seen.set(row.doc, above ? { ...above, kind, firstSeq, createdMs } : below);
    }
  }
  // If one event wrote several last, the graph comes first, as in `latest`.
  return [...seen.values()].sort((a, b) => b.lastSeq - a.lastSeq || (a.kind < b.kind ? -1 : 1));
}

function documentFrom(row: Tables['documents']): Document {
  return {
    branch: row.branch,
    doc: row.doc,
    kind: standardKind(row.doc) ?? (row.kind as DocumentKind),
    firstSeq: row.first_seq,
    lastSeq: row.last_seq,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
  };
}

/** The first entry of a document decides its kind. */
const KIND_OF_FIRST_ENTRY: { readonly [Type in EventType]?: DocumentKind } = {
  note_committed: 'notes',
  trace_step_recorded: 'trace',
  graph_node_upserted: 'graph',
  graph_node_deleted: 'graph',
  graph_edge_upserted: 'graph',
  graph_edge_deleted: 'graph',
};

const forgetBranch = prepared((sql: Sql, args: { workspace: string; branch: number }) =>
  sql
    .deleteFrom('documents')
    .where('workspace', '=', args.workspace)
    .where('branch', '=', args.branch),
);

export const documentsProjection: Projection = {
  name: 'documents',
  tables: [{ name: 'documents', key: ['workspace', 'branch', 'doc'] }],
  async onStretch(sql, workspace, events) {
    for (const { type, entity } of events) {
      if (type === 'branch_deleted') {
        await forgetBranch(sql, { workspace, branch: branchIdOf(entity) });
      }
    }
    const [first] = events;
    const last = events.at(-1);
    if (!first || !last || first.doc === undefined) return;
    const { branch, doc } = first;
    if (branch === undefined) throw new Error(`event ${first.seq} names a document, but no branch`);
    const kind = KIND_OF_FIRST_ENTRY[first.type] ?? 'trace';
    const entry = { workspace, branch, doc, kind, firstSeq: first.seq, firstMs: first.tsMs };
    await enterIntoDocument(sql, { ...entry, seq: last.seq, tsMs: last.tsMs });
  },
};
