/** Refs and tags, and the index from a base to its branches. */

import type { Migration } from '../migrate.ts';

export const refs: Migration = {
  adds: ['refs'],
  async up(sql, type) {
    await sql.schema
      .createTable('ref_resets')
      .addColumn('workspace', type.text, (c) => c.notNull())
      .addColumn('branch', 'bigint', (c) => c.notNull())
      .addColumn('doc', type.text, (c) => c.notNull())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('reset_seq', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('ref_resets_place', ['workspace', 'branch', 'doc'])
      .execute();
    await sql.schema
      .createTable('tags')
      .addColumn('workspace', type.text, (c) => c.notNull())
      .addColumn('name', type.text, (c) => c.notNull())
      .addColumn('branch', 'bigint', (c) => c.notNull())
      .addColumn('doc', type.text, (c) => c.notNull())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('set_seq', 'bigint', (c) => c.notNull())
      .addColumn('set_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('tags_name', ['workspace', 'name'])
      .execute();
    await sql.schema
      .createIndex('tags_newest')
      .on('tags')
      .columns(['workspace', 'set_seq'])
      .execute();
    await sql.schema
      .createIndex('branches_of_base')
      .on('branches')
      .columns(['workspace', 'base_branch', 'id'])
      .execute();
  },
};
