/** Cards of cipher steps that were rejected, revised or answered are not open any more. */

import type { Migration } from '../migrate.ts';

export const settledSteps: Migration = {
  // Only workspaces with cipher have such cards, so only these are rebuilt.
  adds: [],
  async up(sql) {
    await sql
      .updateTable('workspaces')
      .set({ projected: 0 })
      .where('workspace', 'in', (e) => e.selectFrom('thought_steps').select('workspace'))
      .execute();
  },
};
