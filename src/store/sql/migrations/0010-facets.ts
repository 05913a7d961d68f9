/**
 * The facets by which work and tasks are found, ordered and counted, and the words of their texts.
 */

import { sql as raw } from 'kysely';
import { dialectOf } from '../connection-dialect.ts';
import type { Sql } from '../engine.ts';
import type { ColumnTypes, Migration } from '../migrate.ts';

export const facets: Migration = {
  adds: ['targets', 'work', 'texts'],
  async up(sql, type) {
    await makeFacets(sql, type);
    await indexFacets(sql);
    await sql.schema.dropTable('work_properties').execute();
    await sql.schema.dropIndex('work_nodes_claims').execute();
    await raw`create index work_nodes_claimed on work_nodes
      (workspace, project, claimed_by, claimed_ms) where claimed_by > ''`.execute(sql);
    await makeTargetFacets(sql, type);
    await makeTexts(sql, type);
  },
};

const FACET = ['workspace', 'project', 'kind', 'path', 'value'] as const;

/** Small rows with a long key: SQLite would store each key twice. */
function clustered(sql: Sql) {
  return dialectOf(sql).name === 'sqlite' ? raw`without rowid` : raw``;
}

async function makeFacets(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('work_facets')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('project', type.text, (c) => c.notNull())
    .addColumn('kind', type.text, (c) => c.notNull())
    .addColumn('path', type.text, (c) => c.notNull())
    .addColumn('value', type.text, (c) => c.notNull())
    .addColumn('node', 'bigint', (c) => c.notNull())
    .addColumn('readiness', 'bigint', (c) => c.notNull())
    .addColumn('priority_key', 'double precision', (c) => c.notNull())
    .addColumn('depth_key', 'bigint', (c) => c.notNull())
    .addColumn('depth', 'bigint', (c) => c.notNull())
    .addColumn('updated_seq', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('work_facets_node', ['workspace', 'node', 'kind', 'path', 'value'])
    .modifyEnd(clustered(sql))
    .execute();
  await sql.schema
    .createTable('work_facet_counts')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('project', type.text, (c) => c.notNull())
    .addColumn('kind', type.text, (c) => c.notNull())
    .addColumn('path', type.text, (c) => c.notNull())
    .addColumn('value', type.text, (c) => c.notNull())
    .addColumn('actionable', 'bigint', (c) => c.notNull())
    .addColumn('open', 'bigint', (c) => c.notNull())
    .addColumn('blocked', 'bigint', (c) => c.notNull())
    .addColumn('resolved', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('work_facet_counts_facet', [...FACET])
    .modifyEnd(clustered(sql))
    .execute();
}

async function indexFacets(sql: Sql): Promise<void> {
  const orders: readonly (readonly [string, readonly string[]])[] = [
    ['rank', ['readiness', 'priority_key', 'depth_key', 'updated_seq', 'node']],
    ['recent', ['updated_seq', 'node']],
    ['depth', ['depth', 'node']],
    ['created', ['node']],
  ];
  for (const [name, columns] of orders) {
    await sql.schema
      .createIndex(`work_facets_${name}`)
      .on('work_facets')
      .columns([...FACET, ...columns])
      .execute();
  }
}

async function makeTargetFacets(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('target_facets')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('kind', type.text, (c) => c.notNull())
    .addColumn('facet', type.text, (c) => c.notNull())
    .addColumn('value', type.text, (c) => c.notNull())
    .addColumn('number', 'bigint', (c) => c.notNull())
    .addColumn('status', type.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('target_facets_number', [
      ...(['workspace', 'kind', 'number', 'facet', 'value'] as const),
    ])
    .modifyEnd(clustered(sql))
    .execute();
  for (const [name, columns] of [
    ['target_facets_listed', ['number']],
    ['target_facets_status', ['status', 'number']],
  ] as const) {
    await sql.schema
      .createIndex(name)
      .on('target_facets')
      .columns(['workspace', 'kind', 'facet', 'value', ...columns])
      .execute();
  }
  await sql.schema
    .createTable('target_facet_counts')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('kind', type.text, (c) => c.notNull())
    .addColumn('facet', type.text, (c) => c.notNull())
    .addColumn('value', type.text, (c) => c.notNull())
    .addColumn('todo', 'bigint', (c) => c.notNull())
    .addColumn('active', 'bigint', (c) => c.notNull())
    .addColumn('done', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('target_facet_counts_facet', [
      ...(['workspace', 'kind', 'facet', 'value'] as const),
    ])
    .modifyEnd(clustered(sql))
    .execute();
}

async function makeTexts(sql: Sql, type: ColumnTypes): Promise<void> {
  const table = (name: string) =>
    sql.schema
      .createTable(name)
      .addColumn('workspace', type.text, (c) => c.notNull())
      .addColumn('space', type.text, (c) => c.notNull())
      .addColumn('word', type.text, (c) => c.notNull());
  await table('text_words')
    .addColumn('items', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('text_words_word', ['workspace', 'space', 'word'])
    .modifyEnd(clustered(sql))
    .execute();
  await table('text_grams')
    .addColumn('gram', type.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('text_grams_gram', ['workspace', 'space', 'gram', 'word'])
    .modifyEnd(clustered(sql))
    .execute();
  await table('text_postings')
    .addColumn('item', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('text_postings_word', ['workspace', 'space', 'word', 'item'])
    .modifyEnd(clustered(sql))
    .execute();
}
