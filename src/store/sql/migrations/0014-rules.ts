/** Standing rules, and the questions and hypotheses of a workspace that are still open. */

import { sql as raw } from 'kysely';
import type { Migration } from '../migrate.ts';

export const rules: Migration = {
  // No earlier journal has rules, and an index needs no replay.
  adds: [],
  async up(sql, type) {
    await sql.schema
      .createTable('rules')
      .addColumn('workspace', type.text, (c) => c.notNull())
      .addColumn('number', 'bigint', (c) => c.notNull())
      .addColumn('text', type.text, (c) => c.notNull())
      .addColumn('source', type.text, (c) => c.notNull())
      .addColumn('about', type.text, (c) => c.notNull())
      .addColumn('set_seq', 'bigint', (c) => c.notNull())
      .addColumn('set_ms', 'bigint', (c) => c.notNull())
      .addColumn('ended_seq', 'bigint')
      .addColumn('replaced_by', 'bigint')
      .addPrimaryKeyConstraint('rules_number', ['workspace', 'number'])
      .execute();
    await raw`create index rules_holding on rules (workspace, number)
      where ended_seq is null`.execute(sql);
    await raw`create index graph_open_cards on graph_versions (workspace, type, seq, place)
      where until_seq is null and status = 'open'
        and type in ('question', 'hypothesis')`.execute(sql);
  },
};
