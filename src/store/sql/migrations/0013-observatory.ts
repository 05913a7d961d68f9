/** What the page for people shows: the tool of a last call, and the conflicts of a workspace. */

import type { Migration } from '../migrate.ts';

export const observatory: Migration = {
  // Presence is no projection, and an index needs no replay.
  adds: [],
  async up(sql, type) {
    await sql.schema
      .alterTable('presence')
      .addColumn('tool', type.text, (c) => c.notNull().defaultTo(''))
      .execute();
    await sql.schema
      .createIndex('graph_conflicts_by_status')
      .on('graph_conflicts')
      .columns(['workspace', 'status', 'seq'])
      .execute();
  },
};
