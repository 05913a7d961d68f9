/** Claims on work that end with the process that made them. */

import type { Migration } from '../migrate.ts';

export const claims: Migration = {
  adds: ['work'],
  async up(sql) {
    await sql.schema
      .alterTable('work_nodes')
      .addColumn('claim_of_process', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
