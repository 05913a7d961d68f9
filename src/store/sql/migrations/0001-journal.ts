/** The journal and the projections of workspaces, branches and documents. */

import type { Sql } from '../engine.ts';
import type { ColumnTypes, Migration } from '../migrate.ts';

export const journal: Migration = {
  adds: ['workspace_state', 'branches', 'documents'],
  async up(sql, type) {
    await createJournal(sql, type);
    await createProjections(sql, type);
  },
};

async function createJournal(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('workspaces')
    .addColumn('workspace', type.text, (c) => c.notNull().primaryKey())
    .addColumn('last_seq', 'bigint', (c) => c.notNull())
    .execute();
  await sql.schema
    .createTable('events')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('ts_ms', 'bigint', (c) => c.notNull())
    .addColumn('agent', type.text, (c) => c.notNull())
    .addColumn('type', type.text, (c) => c.notNull())
    .addColumn('entity', type.text, (c) => c.notNull())
    .addColumn('branch', 'bigint')
    .addColumn('doc', type.text)
    .addColumn('key', type.text)
    .addColumn('payload', type.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('events_place', ['workspace', 'seq'])
    .execute();
  await sql.schema
    .createIndex('events_of_entity')
    .on('events')
    .columns(['workspace', 'entity', 'seq'])
    .execute();
  await sql.schema
    .createIndex('events_in_document')
    .on('events')
    .columns(['workspace', 'branch', 'doc', 'seq'])
    .where('doc', 'is not', null)
    .execute();
  await sql.schema
    .createIndex('events_by_key')
    .unique()
    .on('events')
    .columns(['workspace', 'key'])
    .where('key', 'is not', null)
    .execute();
}

async function createProjections(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('workspace_state')
    .addColumn('workspace', type.text, (c) => c.notNull().primaryKey())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('checkout', 'bigint', (c) => c.notNull())
    .addColumn('focus', type.text)
    .execute();
  await sql.schema
    .createTable('branches')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('id', 'bigint', (c) => c.notNull())
    .addColumn('name', type.text, (c) => c.notNull())
    .addColumn('base_branch', 'bigint')
    .addColumn('base_seq', 'bigint')
    .addColumn('depth', 'bigint', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('target', type.text)
    .addPrimaryKeyConstraint('branches_id', ['workspace', 'id'])
    .addUniqueConstraint('branches_name', ['workspace', 'name'])
    .execute();
  await sql.schema
    .createIndex('branches_of_target')
    .unique()
    .on('branches')
    .columns(['workspace', 'target'])
    .where('target', 'is not', null)
    .execute();
  await sql.schema
    .createTable('documents')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('branch', 'bigint', (c) => c.notNull())
    .addColumn('doc', type.text, (c) => c.notNull())
    .addColumn('kind', type.text, (c) => c.notNull())
    .addColumn('first_seq', 'bigint', (c) => c.notNull())
    .addColumn('last_seq', 'bigint', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('updated_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('documents_name', ['workspace', 'branch', 'doc'])
    .execute();
  await sql.schema
    .createIndex('documents_latest')
    .on('documents')
    .columns(['workspace', 'last_seq'])
    .execute();
}
