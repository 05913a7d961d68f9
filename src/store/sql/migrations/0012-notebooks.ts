/** Notebooks, their cells in order, and the runs of cells. */

import type { Sql } from '../engine.ts';
import type { ColumnTypes, Migration } from '../migrate.ts';

export const notebooks: Migration = {
  adds: ['notebooks'],
  async up(sql, type) {
    await createNotebooks(sql, type);
    await createCells(sql, type);
    await createRuns(sql, type);
  },
};

async function createNotebooks(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('notebooks')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('id', type.text, (c) => c.notNull())
    .addColumn('title', type.text, (c) => c.notNull())
    .addColumn('language', type.text, (c) => c.notNull())
    .addColumn('tsconfig', type.text)
    .addColumn('cells', 'bigint', (c) => c.notNull())
    .addColumn('packages_seq', 'bigint')
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('updated_ms', 'bigint', (c) => c.notNull())
    .addColumn('updated_seq', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('notebooks_seq', ['workspace', 'seq'])
    .addUniqueConstraint('notebooks_id', ['workspace', 'id'])
    .execute();
  await sql.schema
    .createIndex('notebooks_updated')
    .on('notebooks')
    .columns(['workspace', 'updated_seq'])
    .execute();
}

/** Positions are not unique: a move shifts a range of them by one statement. */
async function createCells(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('notebook_cells')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('notebook', 'bigint', (c) => c.notNull())
    .addColumn('id', type.text, (c) => c.notNull())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('type', type.text, (c) => c.notNull())
    .addColumn('filename', type.text)
    .addColumn('language', type.text)
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addColumn('changed_seq', 'bigint', (c) => c.notNull())
    .addColumn('run_seq', 'bigint')
    // Last, so that SQLite reads the other columns without the pages of a long text.
    .addColumn('content', type.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('notebook_cells_id', ['workspace', 'notebook', 'id'])
    .execute();
  await sql.schema
    .createIndex('notebook_cells_in_order')
    .on('notebook_cells')
    .columns(['workspace', 'notebook', 'position'])
    .execute();
}

async function createRuns(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('notebook_runs')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('id', type.text, (c) => c.notNull())
    .addColumn('notebook_id', type.text, (c) => c.notNull())
    .addColumn('cell', type.text, (c) => c.notNull())
    .addColumn('started_ms', 'bigint', (c) => c.notNull())
    .addColumn('lease_ms', 'bigint', (c) => c.notNull())
    .addColumn('ended_seq', 'bigint')
    .addColumn('ended_ms', 'bigint')
    .addColumn('reason', type.text)
    .addPrimaryKeyConstraint('notebook_runs_seq', ['workspace', 'seq'])
    .addUniqueConstraint('notebook_runs_id', ['workspace', 'id'])
    .execute();
  await sql.schema
    .createIndex('notebook_runs_of_cell')
    .on('notebook_runs')
    .columns(['workspace', 'cell', 'seq'])
    .execute();
}
