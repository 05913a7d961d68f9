/** Targets, their dependencies, and the index of their events and operations. */

import type { Sql } from '../engine.ts';
import type { ColumnTypes, Migration } from '../migrate.ts';

export const tasks: Migration = {
  adds: ['targets'],
  async up(sql, type) {
    await makeTargets(sql, type);
    await makeLog(sql, type);
    await sql.schema
      .createTable('counters')
      .addColumn('workspace', type.text, (c) => c.notNull())
      .addColumn('name', type.text, (c) => c.notNull())
      .addColumn('last', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('counters_name', ['workspace', 'name'])
      .execute();
  },
};

async function makeTargets(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('targets')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('id', type.text, (c) => c.notNull())
    .addColumn('kind', type.text, (c) => c.notNull())
    .addColumn('number', 'bigint', (c) => c.notNull())
    .addColumn('parent', type.text)
    .addColumn('title', type.text, (c) => c.notNull())
    .addColumn('status', type.text, (c) => c.notNull())
    .addColumn('priority', type.text, (c) => c.notNull())
    .addColumn('domain', type.text)
    .addColumn('tags', type.text, (c) => c.notNull())
    .addColumn('steps_total', 'bigint', (c) => c.notNull())
    .addColumn('steps_done', 'bigint', (c) => c.notNull())
    .addColumn('tasks_total', 'bigint', (c) => c.notNull())
    .addColumn('tasks_done', 'bigint', (c) => c.notNull())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('updated_ms', 'bigint', (c) => c.notNull())
    .addColumn('state', type.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('targets_id', ['workspace', 'id'])
    .execute();
  await sql.schema
    .createIndex('targets_listed')
    .on('targets')
    .columns(['workspace', 'kind', 'number'])
    .execute();
  await sql.schema
    .createIndex('targets_of_plan')
    .on('targets')
    .columns(['workspace', 'parent', 'status', 'number'])
    .execute();
  await sql.schema
    .createTable('target_dependencies')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('id', type.text, (c) => c.notNull())
    .addColumn('depends_on', type.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('target_dependencies_pair', ['workspace', 'id', 'depends_on'])
    .execute();
  await sql.schema
    .createIndex('target_dependents')
    .on('target_dependencies')
    .columns(['workspace', 'depends_on', 'id'])
    .execute();
}

async function makeLog(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('target_events')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('target', type.text, (c) => c.notNull())
    .addColumn('type', type.text, (c) => c.notNull())
    .addColumn('step', type.text)
    .addPrimaryKeyConstraint('target_events_seq', ['workspace', 'seq'])
    .execute();
  await sql.schema
    .createIndex('target_events_of')
    .on('target_events')
    .columns(['workspace', 'target', 'seq'])
    .execute();
  await sql.schema
    .createIndex('target_events_of_type')
    .on('target_events')
    .columns(['workspace', 'target', 'type', 'seq'])
    .execute();
  await sql.schema
    .createTable('target_operations')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('target', type.text, (c) => c.notNull())
    .addColumn('state', type.text, (c) => c.notNull())
    .addColumn('batch', 'bigint')
    .addPrimaryKeyConstraint('target_operations_seq', ['workspace', 'seq'])
    .execute();
  await sql.schema
    .createIndex('target_operations_of')
    .on('target_operations')
    .columns(['workspace', 'target', 'state', 'seq'])
    .execute();
}
