/** What the page for people asks for: the tool of a last call, and events by agent and by type. */

import type { Migration } from '../migrate.ts';

export const now: Migration = {
  // Presence is no projection, and an index needs no replay.
  adds: [],
  async up(sql, type) {
    await sql.schema
      .alterTable('presence')
      .addColumn('tool', type.text, (c) => c.notNull().defaultTo(''))
      .execute();
    for (const column of ['agent', 'type']) {
      await sql.schema
        .createIndex(`events_of_${column}`)
        .on('events')
        .columns(['workspace', column, 'seq'])
        .execute();
    }
  },
};
