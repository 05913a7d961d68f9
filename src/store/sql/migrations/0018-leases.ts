/** Leases: how processes behind a connection pooler, which cannot hold a lock, show they live. */

import type { Migration } from '../migrate.ts';

export const leases: Migration = {
  // Rebuilt, since these indexes hold redacted texts, and more is redacted now.
  adds: ['recall', 'work', 'texts'],
  async up(sql, type) {
    await sql.schema
      .createTable('presence_leases')
      .addColumn('process', type.text, (c) => c.notNull().primaryKey())
      .addColumn('renewed_ms', 'bigint', (c) => c.notNull())
      .execute();
  },
};
