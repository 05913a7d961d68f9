/** Makes projections from the journal: in place, or in another database for comparison. */

import type { Sql } from './engine.ts';
import { eventFrom } from './journal.ts';
import { PROJECTED_TABLES, project } from './projections.ts';
import type { EventRow } from './tables.ts';

const BATCH = 500;

/** Rows of one journal, oldest first, without holding all of it. */
async function* journalRows(sql: Sql, workspace: string): AsyncGenerator<EventRow[]> {
  let last = 0;
  for (;;) {
    const rows = await sql
      .selectFrom('events')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)?.seq ?? last;
  }
}

async function projectAll(source: Sql, target: Sql, workspace: string): Promise<number> {
  let count = 0;
  for await (const rows of journalRows(source, workspace)) {
    await project(target, workspace, rows.map(eventFrom));
    count += rows.length;
  }
  return count;
}

/** Returns how many events were read. The caller holds the workspace. */
export async function rebuildWorkspace(sql: Sql, workspace: string): Promise<number> {
  for (const table of PROJECTED_TABLES) {
    await sql.deleteFrom(table.name).where('workspace', '=', workspace).execute();
  }
  return projectAll(sql, sql, workspace);
}

/** Builds only the projections of a journal in another, empty database. */
export async function replayProjections(source: Sql, target: Sql, workspace: string) {
  return projectAll(source, target, workspace);
}

/** Copies a whole journal into another, empty database, projections and head included. */
export async function copyJournal(source: Sql, target: Sql, workspace: string): Promise<void> {
  let last = 0;
  for await (const rows of journalRows(source, workspace)) {
    for (const row of rows) await target.insertInto('events').values(row).execute();
    await project(target, workspace, rows.map(eventFrom));
    last = rows.at(-1)?.seq ?? last;
  }
  await target.insertInto('workspaces').values({ workspace, last_seq: last }).execute();
}
