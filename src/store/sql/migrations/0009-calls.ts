/** Keys of calls, by which a repeat is recognised. */

import type { Migration } from '../migrate.ts';

export const calls: Migration = {
  adds: [],
  async up(sql, type) {
    await sql.schema
      .createTable('calls')
      .addColumn('workspace', type.text, (c) => c.notNull())
      .addColumn('call_id', type.text, (c) => c.notNull())
      .addColumn('tool', type.text, (c) => c.notNull())
      .addColumn('fingerprint', type.text, (c) => c.notNull())
      .addColumn('answer', type.text)
      .addColumn('first_seq', 'bigint')
      .addColumn('last_seq', 'bigint')
      .addColumn('made_ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('calls_id', ['workspace', 'call_id'])
      .execute();
    await sql.schema
      .createIndex('calls_made')
      .on('calls')
      .columns(['workspace', 'made_ms'])
      .execute();
  },
};
