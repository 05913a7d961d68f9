/** Versions of graph nodes and edges, and the conflicts between them. */

import { sql as raw } from 'kysely';
import type { Sql } from '../engine.ts';
import type { ColumnTypes, Migration } from '../migrate.ts';

export const graph: Migration = {
  adds: ['graph', 'conflicts'],
  async up(sql, type) {
    await createVersions(sql, type);
    await createTags(sql, type);
    await createConflicts(sql, type);
  },
};

async function createVersions(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('graph_versions')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('branch', 'bigint', (c) => c.notNull())
    .addColumn('doc', type.text, (c) => c.notNull())
    .addColumn('kind', type.text, (c) => c.notNull())
    .addColumn('key', type.text, (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('until_seq', 'bigint')
    .addColumn('ts_ms', 'bigint', (c) => c.notNull())
    .addColumn('type', type.text)
    .addColumn('status', type.text)
    .addColumn('from_id', type.text)
    .addColumn('to_id', type.text)
    .addColumn('state', type.text)
    .addPrimaryKeyConstraint('graph_versions_key', [
      ...(['workspace', 'branch', 'doc', 'kind', 'key', 'seq'] as const),
    ])
    .execute();
  const index = (
    name: string,
    columns: readonly (
      | 'workspace'
      | 'branch'
      | 'doc'
      | 'kind'
      | 'type'
      | 'status'
      | 'from_id'
      | 'to_id'
      | 'seq'
    )[],
  ) =>
    sql.schema
      .createIndex(name)
      .on('graph_versions')
      .columns([...columns]);
  await index('graph_current', ['workspace', 'branch', 'doc', 'kind', 'seq'])
    .where(raw.ref('until_seq'), 'is', null)
    .execute();
  await index('graph_by_type', ['workspace', 'branch', 'doc', 'kind', 'type', 'seq'])
    .where(raw.ref('until_seq'), 'is', null)
    .execute();
  await index('graph_by_status', ['workspace', 'branch', 'doc', 'kind', 'type', 'status', 'seq'])
    .where(raw.ref('until_seq'), 'is', null)
    .execute();
  await index('graph_history', ['workspace', 'branch', 'doc', 'kind', 'seq']).execute();
  await index('graph_edges_from', ['workspace', 'branch', 'doc', 'from_id', 'seq'])
    .where('from_id', 'is not', null)
    .execute();
  await index('graph_edges_to', ['workspace', 'branch', 'doc', 'to_id', 'seq'])
    .where('to_id', 'is not', null)
    .execute();
}

/** Which versions have a tag: a rare tag must be found without reading all nodes. */
async function createTags(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('graph_tags')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('branch', 'bigint', (c) => c.notNull())
    .addColumn('doc', type.text, (c) => c.notNull())
    .addColumn('tag', type.text, (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('graph_tags_key', ['workspace', 'branch', 'doc', 'tag', 'seq'])
    .execute();
}

async function createConflicts(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('graph_conflicts')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('id', type.text, (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('into_branch', 'bigint', (c) => c.notNull())
    .addColumn('from_branch', 'bigint', (c) => c.notNull())
    .addColumn('doc', type.text, (c) => c.notNull())
    .addColumn('status', type.text, (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('resolved_ms', 'bigint')
    .addColumn('core', type.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('graph_conflicts_id', ['workspace', 'id'])
    .execute();
  await sql.schema
    .createIndex('graph_conflicts_of')
    .on('graph_conflicts')
    .columns(['workspace', 'into_branch', 'doc', 'status', 'seq'])
    .execute();
}
