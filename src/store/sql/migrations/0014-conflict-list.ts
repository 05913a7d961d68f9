/** An index by which the conflicts of a whole workspace are listed. */

import type { Migration } from '../migrate.ts';

export const conflictList: Migration = {
  adds: [],
  async up(sql) {
    await sql.schema
      .createIndex('graph_conflicts_by_status')
      .on('graph_conflicts')
      .columns(['workspace', 'status', 'seq'])
      .execute();
  },
};
