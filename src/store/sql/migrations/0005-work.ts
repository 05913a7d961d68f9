/** The work graph: projects, nodes, edges, evidence, and what they are found by. */

import type { Sql } from '../engine.ts';
import type { ColumnTypes, Migration } from '../migrate.ts';

export const work: Migration = {
  adds: ['work'],
  async up(sql, type) {
    await makeProjects(sql, type);
    await makeNodes(sql, type);
    await makeEdges(sql, type);
    await makeDetails(sql, type);
  },
};

async function makeProjects(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('work_projects')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('name', type.text, (c) => c.notNull())
    .addColumn('root', type.text, (c) => c.notNull())
    .addColumn('total', 'bigint', (c) => c.notNull())
    .addColumn('resolved', 'bigint', (c) => c.notNull())
    .addColumn('blocked', 'bigint', (c) => c.notNull())
    .addColumn('actionable', 'bigint', (c) => c.notNull())
    .addColumn('updated_ms', 'bigint', (c) => c.notNull())
    .addColumn('updated_seq', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('work_projects_name', ['workspace', 'name'])
    .execute();
}

async function makeNodes(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('work_nodes')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('id', type.text, (c) => c.notNull())
    .addColumn('project', type.text, (c) => c.notNull())
    .addColumn('parent', type.text)
    .addColumn('depth', 'bigint', (c) => c.notNull())
    .addColumn('rev', 'bigint', (c) => c.notNull())
    .addColumn('summary', type.text, (c) => c.notNull())
    .addColumn('resolved', 'bigint', (c) => c.notNull())
    .addColumn('state', type.text)
    .addColumn('properties', type.text, (c) => c.notNull())
    .addColumn('context_links', type.text, (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('created_by', type.text, (c) => c.notNull())
    .addColumn('created_key', 'bigint', (c) => c.notNull())
    .addColumn('updated_ms', 'bigint', (c) => c.notNull())
    .addColumn('updated_seq', 'bigint', (c) => c.notNull())
    .addColumn('open_children', 'bigint', (c) => c.notNull())
    .addColumn('open_deps', 'bigint', (c) => c.notNull())
    .addColumn('readiness', 'bigint', (c) => c.notNull())
    .addColumn('priority_key', 'double precision', (c) => c.notNull())
    .addColumn('depth_key', 'bigint', (c) => c.notNull())
    .addColumn('claimed_by', type.text, (c) => c.notNull())
    .addColumn('claimed_ms', 'bigint', (c) => c.notNull())
    .addColumn('key_seq', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('work_nodes_id', ['workspace', 'id'])
    .execute();
  const indexes: readonly (readonly [string, readonly string[]])[] = [
    ['work_nodes_parent', ['parent', 'created_key']],
    ['work_nodes_claims', ['project', 'claimed_by', 'readiness', ...RANK]],
    ['work_nodes_readiness', ['project', 'readiness', ...RANK]],
    ['work_nodes_recent', ['project', 'updated_seq', 'created_key']],
    ['work_nodes_created', ['project', 'created_key']],
    ['work_nodes_depth', ['project', 'depth', 'created_key']],
    ['work_nodes_keys', ['project', 'key_seq', 'created_key']],
  ];
  for (const [name, columns] of indexes) {
    await sql.schema
      .createIndex(name)
      .on('work_nodes')
      .columns(['workspace', ...columns])
      .execute();
  }
}

/** The ranking of the next node: priority, depth, least recently updated, then the older one. */
const RANK = ['priority_key', 'depth_key', 'updated_seq', 'created_key'];

async function makeEdges(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('work_edges')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('from_id', type.text, (c) => c.notNull())
    .addColumn('to_id', type.text, (c) => c.notNull())
    .addColumn('type', type.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('work_edges_ends', ['workspace', 'from_id', 'type', 'to_id'])
    .execute();
  await sql.schema
    .createIndex('work_edges_back')
    .on('work_edges')
    .columns(['workspace', 'to_id', 'type', 'from_id'])
    .execute();
}

async function makeDetails(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('work_evidence')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('node', type.text, (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('origin', type.text, (c) => c.notNull())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('type', type.text, (c) => c.notNull())
    .addColumn('ref', type.text, (c) => c.notNull())
    .addColumn('agent', type.text, (c) => c.notNull())
    .addColumn('ts_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('work_evidence_place', ['workspace', 'seq', 'origin', 'position'])
    .execute();
  await sql.schema
    .createIndex('work_evidence_of')
    .on('work_evidence')
    .columns(['workspace', 'node', 'seq', 'position'])
    .execute();
  await sql.schema
    .createTable('work_history')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('node', type.text, (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('work_history_place', ['workspace', 'node', 'seq'])
    .execute();
  await sql.schema
    .createTable('work_properties')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('node', type.text, (c) => c.notNull())
    .addColumn('path', type.text, (c) => c.notNull())
    .addColumn('project', type.text, (c) => c.notNull())
    .addColumn('value', type.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('work_properties_path', ['workspace', 'node', 'path'])
    .execute();
  await sql.schema
    .createIndex('work_properties_value')
    .on('work_properties')
    .columns(['workspace', 'project', 'path', 'value', 'node'])
    .execute();
}
