/**
 * Builds projections from the journal: in place, or in another database for comparison.
 *
 * A migration changes the tables in one transaction. What only the journal can fill comes after it,
 * one workspace at a time, each in its own transaction. A process that is killed in between leaves
 * every workspace complete, rebuilt or not, and the next process to open the memory continues.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql as raw } from 'kysely';
import { StoreUnavailable, tooOldToRead } from '../unavailable.ts';
import type { Engine, Sql } from './engine.ts';
import { eventFrom, insertRows } from './journal.ts';
import { PROJECTED_SCHEMA, SCHEMA_VERSION } from './migrate.ts';
import { orderedPages, type TableRow } from './ordered-rows.ts';
import { PROJECTED_TABLES, projectEvents } from './project-events.ts';
import type { ProjectedTable } from './projection.ts';
import type { EventRow } from './tables.ts';

/** Few enough that other work of the process gets its turn between two pages. */
const BATCH = 100;

/** Called after each page, with the number of events read so far. */
export type OnPage = (events: number) => void;

/** The rows of one journal, oldest first, without loading all of it. */
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

async function projectAll(
  source: Sql,
  target: Sql,
  workspace: string,
  onPage?: OnPage,
): Promise<number> {
  let count = 0;
  for await (const rows of journalRows(source, workspace)) {
    await projectEvents(target, workspace, rows.map(eventFrom));
    count += rows.length;
    onPage?.(count);
    await nextTurn();
  }
  return count;
}

export interface Replicas {
  /** An empty SQLite database that only this process sees, to replay journals into. */
  scratch(): Promise<Engine>;
}

/** A memory, and what is needed to rebuild it. */
export interface Rebuildable {
  readonly engine: Engine;
  readonly replicas: Replicas;
}

interface Rebuild {
  /** Asked inside the transaction, with the workspace locked. */
  readonly isNeeded?: (sql: Sql) => Promise<boolean>;
  readonly onPage?: OnPage | undefined;
}

/** Returns how many events were read. */
export async function rebuildWorkspace(
  { engine, replicas }: Rebuildable,
  workspace: string,
  { isNeeded = async () => true, onPage }: Rebuild = {},
): Promise<number> {
  const build = engine.name === 'sqlite' ? buildInPlace : buildAside(replicas);
  return engine.write(
    async (sql) => {
      if (!(await isNeeded(sql))) return 0;
      const events = await build(sql, workspace, onPage);
      await sql
        .updateTable('workspaces')
        .set({ projected: SCHEMA_VERSION })
        .where('workspace', '=', workspace)
        .execute();
      return events;
    },
    { workspace, long: true },
  );
}

type Build = (sql: Sql, workspace: string, onPage?: OnPage) => Promise<number>;

const buildInPlace: Build = async (sql, workspace, onPage) => {
  for (const table of PROJECTED_TABLES) await clear(sql, table, workspace);
  return projectAll(sql, sql, workspace, onPage);
};

/**
 * On a server every statement of a replay is a round trip, and each version of a row that changes
 * in a transaction stays until its end: a counter of a million events would have a million. So the
 * rows are made here, and each is sent once.
 */
function buildAside({ scratch: open }: Replicas): Build {
  return async (sql, workspace, onPage) => {
    const scratch = await open();
    try {
      return await scratch.write(async (replayed) => {
        const events = await projectAll(sql, replayed, workspace, onPage);
        for (const table of PROJECTED_TABLES) {
          await clear(sql, table, workspace);
          for await (const rows of orderedPages(replayed, table, workspace)) {
            await insertPage(sql, table, rows);
          }
        }
        return events;
      });
    } finally {
      await scratch.close();
    }
  };
}

async function clear(sql: Sql, { name }: ProjectedTable, workspace: string): Promise<void> {
  await sql.deleteFrom(name).where('workspace', '=', workspace).execute();
}

async function insertPage(sql: Sql, { name }: ProjectedTable, rows: readonly TableRow[]) {
  const table = raw.table(name);
  await raw`insert into ${table}
    select * from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)`.execute(
    sql,
  );
}

/** Builds only the projections of a journal in another, empty database. */
export async function replayProjections(source: Sql, target: Sql, workspace: string) {
  return projectAll(source, target, workspace);
}

/** Copies a whole journal into another, empty database, projections and head included. */
export async function copyJournal(source: Sql, target: Sql, workspace: string): Promise<void> {
  let last = 0;
  for await (const rows of journalRows(source, workspace)) {
    await insertRows(target, rows);
    await projectEvents(target, workspace, rows.map(eventFrom));
    last = rows.at(-1)?.seq ?? last;
  }
  const head = { workspace, last_seq: last, projected: SCHEMA_VERSION };
  await target.insertInto('workspaces').values(head).execute();
}

export interface Progress {
  /** Workspaces that are up to date, and the number of all workspaces. */
  readonly done: number;
  readonly total: number;
  /** Events read so far, in all workspaces. */
  readonly events: number;
}

export type OnProgress = (progress: Progress) => void;

async function outdated(sql: Sql): Promise<readonly string[]> {
  const rows = await sql
    .selectFrom('workspaces')
    .select('workspace')
    .where('projected', '<', PROJECTED_SCHEMA)
    .orderBy('workspace')
    .execute();
  return rows.map((row) => row.workspace);
}

async function countWorkspaces(sql: Sql): Promise<number> {
  const { count } = await sql
    .selectFrom('workspaces')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Only outdated workspaces are touched, so that most openings cost one query. */
export async function bringUpToDate(
  engine: Engine,
  replicas: Replicas,
  onProgress?: OnProgress,
): Promise<void> {
  const waiting = await readTwice(() => engine.read(outdated));
  if (waiting.length === 0) return;
  const total = await engine.read(countWorkspaces);
  let events = 0;
  for (const [index, workspace] of waiting.entries()) {
    const done = total - waiting.length + index;
    const before = events;
    await bringWorkspaceUpToDate({ engine, replicas }, workspace, (read) => {
      events = before + read;
      onProgress?.({ done, total, events });
    });
  }
}

/** A memory must not fail to open because one connection broke while it was only read. */
async function readTwice<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || error.reason !== 'unreachable') throw error;
    return read();
  }
}

/** Several processes may do this at the same time: the second one waits, and finds it done. */
export async function bringWorkspaceUpToDate(
  memory: Rebuildable,
  workspace: string,
  onPage?: OnPage,
): Promise<void> {
  const isNeeded = async (sql: Sql) => (await outdated(sql)).includes(workspace);
  try {
    await rebuildWorkspace(memory, workspace, { isNeeded, onPage });
  } catch (error) {
    if (error instanceof StoreUnavailable && error.reason === 'readonly') {
      throw tooOldToRead(memory.engine.location, error);
    }
    throw await explainWaiting(memory.engine, error);
  }
}

/** Tells a process that waited in vain what it waited for. */
async function explainWaiting(engine: Engine, error: unknown): Promise<unknown> {
  if (!(error instanceof StoreUnavailable) || error.reason !== 'busy') return error;
  const [left, total] = await engine.read(
    async (sql) => [(await outdated(sql)).length, await countWorkspaces(sql)] as const,
  );
  return new StoreUnavailable(
    'busy',
    `The memory at ${engine.location} is being brought up to date by another process: ` +
      `${total - left} of ${total} workspaces are done. Try again in a minute.`,
    error,
  );
}
