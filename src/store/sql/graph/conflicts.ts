/** Graph conflicts in SQL: the queries, and the projection that fills their table. */

import { branchIdOf } from '../../../domain/branches/branch.ts';
import type { Conflict } from '../../../domain/graph/conflict.ts';
import type { ConflictQueries } from '../../port.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';
import type { Projection } from '../projection.ts';
import type { Tables } from '../tables.ts';

const conflictById = prepared((sql: Sql, args: { workspace: string; id: string }) =>
  sql
    .selectFrom('graph_conflicts')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('id', '=', args.id),
);

const conflictsInto = prepared(
  (
    sql: Sql,
    args: {
      workspace: string;
      into: number;
      doc: string;
      status: string;
      before: number;
      limit: number;
    },
  ) =>
    sql
      .selectFrom('graph_conflicts')
      .selectAll()
      .where('workspace', '=', args.workspace)
      .where('into_branch', '=', args.into)
      .where('doc', '=', args.doc)
      .where('status', '=', args.status)
      .where('seq', '<', args.before)
      .orderBy('seq', 'desc')
      .limit(args.limit),
);

const conflictsByStatus = prepared(
  (sql: Sql, args: { workspace: string; status: string; before: number; limit: number }) =>
    sql
      .selectFrom('graph_conflicts')
      .selectAll()
      .where('workspace', '=', args.workspace)
      .where('status', '=', args.status)
      .where('seq', '<', args.before)
      .orderBy('seq', 'desc')
      .limit(args.limit),
);

export function conflictQueries(sql: Sql, workspace: string): ConflictQueries {
  return {
    byId: async (id) => (await conflictById(sql, { workspace, id })).map(conflictFrom)[0],
    async into(into, doc, status, { before = Number.MAX_SAFE_INTEGER, limit }) {
      const rows = await conflictsInto(sql, { workspace, into, doc, status, before, limit });
      return rows.map(conflictFrom);
    },
    async all(status, { before = Number.MAX_SAFE_INTEGER, limit }) {
      const rows = await conflictsByStatus(sql, { workspace, status, before, limit });
      return rows.map(conflictFrom);
    },
  };
}

function conflictFrom(row: Tables['graph_conflicts']): Conflict {
  return {
    ...JSON.parse(row.core),
    seq: row.seq,
    status: row.status === 'resolved' ? 'resolved' : 'open',
    createdMs: row.created_ms,
    ...(row.resolved_ms === null ? {} : { resolvedMs: row.resolved_ms }),
  };
}

export const conflictsProjection: Projection = {
  name: 'conflicts',
  tables: [{ name: 'graph_conflicts', key: ['workspace', 'id'] }],
  on: {
    async graph_conflict_found(sql, workspace, event) {
      const { conflict } = event.payload;
      await sql
        .insertInto('graph_conflicts')
        .values({
          workspace,
          id: conflict.id,
          seq: event.seq,
          into_branch: conflict.into,
          from_branch: conflict.from,
          doc: conflict.doc,
          status: 'open',
          created_ms: event.tsMs,
          resolved_ms: null,
          core: JSON.stringify(conflict),
        })
        .execute();
    },
    async graph_conflict_resolved(sql, workspace, event) {
      await sql
        .updateTable('graph_conflicts')
        .set({ status: 'resolved', resolved_ms: event.tsMs })
        .where('workspace', '=', workspace)
        .where('id', '=', event.payload.id)
        .execute();
    },
    async branch_deleted(sql, workspace, event) {
      const branch = branchIdOf(event.entity);
      await sql
        .deleteFrom('graph_conflicts')
        .where('workspace', '=', workspace)
        .where((e) => e.or([e('into_branch', '=', branch), e('from_branch', '=', branch)]))
        .execute();
    },
  },
};
