/** Refs and tags in SQL. */

import { branchIdOf } from '../../../domain/branches/branch.ts';
import type { Tag } from '../../../domain/refs/tag.ts';
import type { RefQueries } from '../../port.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';
import type { Projection } from '../projection.ts';

const selectReset = prepared((sql: Sql, args: { workspace: string; branch: number; doc: string }) =>
  sql
    .selectFrom('ref_resets')
    .select(['seq', 'reset_seq'])
    .where('workspace', '=', args.workspace)
    .where('branch', '=', args.branch)
    .where('doc', '=', args.doc),
);

function tagsOf(sql: Sql, workspace: string) {
  return sql
    .selectFrom('tags as t')
    .innerJoin('branches as b', (join) =>
      join.onRef('b.workspace', '=', 't.workspace').onRef('b.id', '=', 't.branch'),
    )
    .select(['t.name', 't.branch', 't.doc', 't.seq', 't.set_ms', 'b.name as branch_name'])
    .where('t.workspace', '=', workspace);
}

const selectTag = prepared((sql: Sql, args: { workspace: string; name: string }) =>
  tagsOf(sql, args.workspace).where('t.name', '=', args.name),
);

const selectTags = prepared((sql: Sql, args: { workspace: string; limit: number }) =>
  tagsOf(sql, args.workspace).orderBy('t.set_seq', 'desc').limit(args.limit),
);

export function refQueries(sql: Sql, workspace: string): RefQueries {
  return {
    async reset(branch, doc) {
      const [row] = await selectReset(sql, { workspace, branch, doc });
      return row && { seq: row.seq, resetSeq: row.reset_seq };
    },
    tag: async (name) => (await selectTag(sql, { workspace, name })).map(tagFrom)[0],
    tags: async (limit) => (await selectTags(sql, { workspace, limit })).map(tagFrom),
  };
}

interface TagRow {
  name: string;
  branch: number;
  branch_name: string;
  doc: string;
  seq: number;
  set_ms: number;
}

function tagFrom(row: TagRow): Tag {
  return {
    name: row.name,
    branch: { id: row.branch, name: row.branch_name },
    doc: row.doc,
    seq: row.seq,
    createdMs: row.set_ms,
  };
}

export const refsProjection: Projection = {
  name: 'refs',
  tables: [
    { name: 'ref_resets', key: ['workspace', 'branch', 'doc'] },
    { name: 'tags', key: ['workspace', 'name'] },
  ],
  on: {
    async ref_reset(sql, workspace, event) {
      const { branch, doc, to } = event.payload;
      const moved = { seq: to, reset_seq: event.seq };
      await sql
        .insertInto('ref_resets')
        .values({ workspace, branch, doc, ...moved })
        .onConflict((c) => c.columns(['workspace', 'branch', 'doc']).doUpdateSet(moved))
        .execute();
    },
    async tag_set(sql, workspace, event) {
      const { name, branch, doc, seq } = event.payload;
      const place = { branch, doc, seq, set_seq: event.seq, set_ms: event.tsMs };
      await sql
        .insertInto('tags')
        .values({ workspace, name, ...place })
        .onConflict((c) => c.columns(['workspace', 'name']).doUpdateSet(place))
        .execute();
    },
    async tag_deleted(sql, workspace, event) {
      await sql
        .deleteFrom('tags')
        .where('workspace', '=', workspace)
        .where('name', '=', event.payload.name)
        .execute();
    },
    async branch_deleted(sql, workspace, event) {
      for (const table of ['ref_resets', 'tags'] as const) {
        await sql
          .deleteFrom(table)
          .where('workspace', '=', workspace)
          .where('branch', '=', branchIdOf(event.entity))
          .execute();
      }
    },
  },
};
