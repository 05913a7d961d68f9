/**
 * The index of recall, which replaces the lower-cased copies of texts; summaries of work without
 * their secrets, which its filter reads; nodes by their names, whatever graph they are in; and the
 * names that branches had, by which they still open.
 */

import { sql as raw } from 'kysely';
import { dialectOf } from '../connection-dialect.ts';
import type { Sql } from '../engine.ts';
import type { ColumnTypes, Migration } from '../migrate.ts';

/**
 * Their column `search` had their texts again, in lower case. Earlier migrations made it; they no
 * longer do, since dropping six columns takes as long as making everything else.
 */
const COPIED = ['thoughts', 'sessions', 'knowledge', 'targets', 'work_nodes', 'graph_versions'];

export const recall: Migration = {
  adds: ['recall', 'work', 'texts', 'branches'],
  async up(sql, type) {
    // Rows that are read by their key: SQLite would store the key twice.
    const clustered = dialectOf(sql).name === 'sqlite' ? raw`without rowid` : raw``;
    await sql.schema
      .createTable('recall_docs')
      .addColumn('workspace', type.text, (c) => c.notNull())
      .addColumn('kind', 'bigint', (c) => c.notNull())
      .addColumn('number', 'bigint', (c) => c.notNull())
      .addColumn('name', type.text)
      .addColumn('grp', type.text, (c) => c.notNull())
      .addColumn('at_ms', 'bigint', (c) => c.notNull())
      .addColumn('state', type.text)
      .addColumn('successor', type.text)
      .addColumn('title', type.text)
      .addColumn('body', type.text)
      .addPrimaryKeyConstraint('recall_docs_number', ['workspace', 'kind', 'number'])
      .modifyEnd(clustered)
      .execute();
    await raw`create unique index recall_docs_named on recall_docs (workspace, name)
      where name is not null`.execute(sql);
    await raw`create index recall_docs_grouped on recall_docs (workspace, grp, number)`.execute(
      sql,
    );
    // Cards and questions by their ids, which may be the same in several documents.
    await raw`create index recall_docs_cards on recall_docs
      (workspace, substr(name, length(grp) + 2)) where kind in (2, 4)`.execute(sql);
    await sql.schema
      .createTable('recall_latest')
      .addColumn('workspace', type.text, (c) => c.notNull())
      .addColumn('number', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'bigint', (c) => c.notNull())
      .addColumn('terms', type.text, (c) => c.notNull())
      .addPrimaryKeyConstraint('recall_latest_number', ['workspace', 'number'])
      .modifyEnd(clustered)
      .execute();
    await sql.schema
      .createTable('recall_current')
      .addColumn('workspace', type.text, (c) => c.notNull())
      .addColumn('term', type.text, (c) => c.notNull())
      .addColumn('block', 'bigint', (c) => c.notNull())
      .addColumn('postings', type.text, (c) => c.notNull())
      .addPrimaryKeyConstraint('recall_current_term', ['workspace', 'term'])
      .modifyEnd(clustered)
      .execute();
    await sql.schema
      .createTable('recall_postings')
      .addColumn('workspace', type.text, (c) => c.notNull())
      .addColumn('term', type.text, (c) => c.notNull())
      .addColumn('block', 'bigint', (c) => c.notNull())
      .addColumn('postings', type.text, (c) => c.notNull())
      .addPrimaryKeyConstraint('recall_postings_term', ['workspace', 'term', 'block'])
      .modifyEnd(clustered)
      .execute();
    // The newest version of a node in each graph: graphs are found by the names of their nodes.
    await raw`create index graph_nodes_named on graph_versions (workspace, key)
      where kind = 'node' and until_seq is null`.execute(sql);
    await addFormerNames(sql, type);
    await sql.schema.alterTable('work_nodes').addColumn('shown', type.text).execute();
    for (const table of COPIED) {
      if (!(await hasCopy(sql, table))) continue;
      await sql.schema.alterTable(table).dropColumn('search').execute();
    }
  },
};

async function addFormerNames(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('former_branch_names')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('id', 'bigint', (c) => c.notNull())
    .addColumn('name', type.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('former_branch_names_seq', ['workspace', 'seq'])
    .execute();
  for (const column of ['name', 'id'] as const) {
    await sql.schema
      .createIndex(`former_branch_names_${column}`)
      .on('former_branch_names')
      .columns(['workspace', column, 'seq'])
      .execute();
  }
}

async function hasCopy(sql: Sql, table: string): Promise<boolean> {
  const columns =
    dialectOf(sql).name === 'sqlite'
      ? raw<{ name: string }>`select name from pragma_table_info(${table})`
      : raw<{ name: string }>`select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = ${table}`;
  const { rows } = await columns.execute(sql);
  return rows.some(({ name }) => name === 'search');
}
