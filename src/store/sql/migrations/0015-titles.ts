/** Titles of sessions that were started without one, and an index of unfinished sessions. */

import { sql as raw } from 'kysely';
import { isUntitled } from '../../../domain/thoughts/session-title.ts';
import type { Sql } from '../engine.ts';
import type { Migration } from '../migrate.ts';
import { titleUntitled } from '../thoughts/projection.ts';

export const titles: Migration = {
  // The few sessions concerned are read here: replaying every journal would take much longer.
  adds: [],
  async up(sql) {
    await raw`create index sessions_unfinished on sessions (workspace, updated_ms, seq)
      where complete = 0 and thoughts > 0`.execute(sql);
    await titleSessions(sql);
  },
};

async function titleSessions(sql: Sql): Promise<void> {
  const rows = await sql
    .selectFrom('sessions as s')
    .innerJoin('thought_chains as c', (join) =>
      join
        .onRef('c.workspace', '=', 's.workspace')
        .onRef('c.session', '=', 's.seq')
        .on('c.chain', '=', ''),
    )
    .select(['s.workspace', 's.seq', 's.title', 'c.first_seq'])
    .where('s.title', 'like', 'Reasoning session %')
    .execute();
  for (const { workspace, seq, first_seq } of rows.filter(isUntitled)) {
    const { payload } = await sql
      .selectFrom('events')
      .select('payload')
      .where('workspace', '=', workspace)
      .where('seq', '=', first_seq)
      .executeTakeFirstOrThrow();
    await titleUntitled(sql, { workspace, seq }, (JSON.parse(payload) as FirstThought).thought);
  }
}

/** The text has the same place in every version of the event. */
interface FirstThought {
  readonly thought: string;
}
