/** Several graph versions in one event, the version of every event, and how old projections are. */

import { sql as raw } from 'kysely';
import type { Sql } from '../engine.ts';
import type { ColumnTypes, Migration } from '../migrate.ts';

export const facts: Migration = {
  // Existing rows stay as they are: they follow from their events in the same way as before.
  adds: [],
  async up(sql, type) {
    await sql.schema
      .alterTable('events')
      .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1))
      .execute();
    await placeVersions(sql);
    await placeTags(sql, type);
    // Claims expire by themselves: they are found by columns of their own.
    for (const table of ['work_facets', 'work_facet_counts']) {
      await raw`delete from ${raw.table(table)}
        where kind = 'p' and path like '!_claimed%' escape '!'`.execute(sql);
    }
    await sql.schema
      .alterTable('workspaces')
      .addColumn('projected', 'bigint', (c) => c.notNull().defaultTo(11))
      .execute();
  },
};

/** Each existing version is the only one of its event. */
async function placeVersions(sql: Sql): Promise<void> {
  await sql.schema
    .alterTable('graph_versions')
    .addColumn('place', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  const within = raw`workspace, branch, doc`;
  const indexes = [
    ['graph_current', raw`${within}, kind, seq, place`, raw`until_seq is null`],
    ['graph_by_type', raw`${within}, kind, type, seq, place`, raw`until_seq is null`],
    ['graph_by_status', raw`${within}, kind, type, status, seq, place`, raw`until_seq is null`],
    ['graph_history', raw`${within}, kind, seq, place`, undefined],
    ['graph_edges_from', raw`${within}, from_id, seq, place`, raw`from_id is not null`],
    ['graph_edges_to', raw`${within}, to_id, seq, place`, raw`to_id is not null`],
  ] as const;
  for (const [name, columns, only] of indexes) {
    await sql.schema.dropIndex(name).execute();
    const where = only ? raw` where ${only}` : raw``;
    await raw`create index ${raw.id(name)} on graph_versions (${columns})${where}`.execute(sql);
  }
}

async function placeTags(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('placed_tags')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('branch', 'bigint', (c) => c.notNull())
    .addColumn('doc', type.text, (c) => c.notNull())
    .addColumn('tag', type.text, (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('place', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('graph_tags_version', [
      ...(['workspace', 'branch', 'doc', 'tag', 'seq', 'place'] as const),
    ])
    .execute();
  await raw`insert into placed_tags select workspace, branch, doc, tag, seq, 0 from graph_tags`.execute(
    sql,
  );
  await sql.schema.dropTable('graph_tags').execute();
  await sql.schema.alterTable('placed_tags').renameTo('graph_tags').execute();
}
