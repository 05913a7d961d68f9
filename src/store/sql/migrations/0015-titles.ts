/** Titles of sessions that were started without one, and an index of unfinished sessions. */

import { sql as raw } from 'kysely';
import { isUntitled } from '../../../domain/thoughts/session-title.ts';
import type { Sql } from '../engine.ts';
import type { Migration } from '../migrate.ts';
import { MAX_PAGE_ROWS } from '../ordered-rows.ts';
import type { Tables } from '../tables.ts';
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
  let rows: readonly SessionRow[] = [];
  do {
    rows = await sessionsAfter(sql, rows.at(-1) ?? BEFORE_ALL);
    for (const { workspace, seq, first_seq } of rows.filter(isUntitled)) {
      const { payload } = await sql
        .selectFrom('events')
        .select('payload')
        .where('workspace', '=', workspace)
        .where('seq', '=', first_seq)
        .executeTakeFirstOrThrow();
      await titleUntitled(sql, { workspace, seq }, (JSON.parse(payload) as FirstThought).thought);
    }
  } while (rows.length === MAX_PAGE_ROWS);
}

type Place = Pick<Tables['sessions'], 'workspace' | 'seq'>;
type SessionRow = Awaited<ReturnType<typeof sessionsAfter>>[number];

const BEFORE_ALL: Place = { workspace: '', seq: 0 };

/** One page of the sessions whose titles may be provisional. */
function sessionsAfter(sql: Sql, { workspace, seq }: Place) {
  return sql
    .selectFrom('sessions as s')
    .innerJoin('thought_chains as c', (join) =>
      join
        .onRef('c.workspace', '=', 's.workspace')
        .onRef('c.session', '=', 's.seq')
        .on('c.chain', '=', ''),
    )
    .select(['s.workspace', 's.seq', 's.title', 'c.first_seq'])
    .where('s.title', 'like', 'Reasoning session %')
    .where(raw<boolean>`(s.workspace, s.seq) > (${workspace}, ${seq})`)
    .orderBy('s.workspace')
    .orderBy('s.seq')
    .limit(MAX_PAGE_ROWS)
    .execute();
}

/** The text has the same place in every version of the event. */
interface FirstThought {
  readonly thought: string;
}
