/**
 * Presence in SQL. A row says what an agent does; the engine's vigil says whether its process
 * lives.
 *
 * The ids of processes are random, so a process that has ended never comes back: that may be
 * remembered. Rows are read inside the transaction that asks, so that an agent that has just
 * arrived does not count as absent.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { PresenceRow, Presences } from '../../agent-port.ts';
import type { Engine, Sql } from '../engine.ts';
import type { PresenceTableRow } from '../tables.ts';

/** How long an answer of the vigil may be reused. */
const FRESH_MS = 1_000;
/**
 * How long a call waits for that answer. If the store is away, the call meets that error itself.
 */
const LOOK_MS = 4_000;

/** No call waits for these transactions. */
const ASIDE = { aside: true } as const;

const BRIEF_MS = 50;
const PAUSE_MS = 500;
const MOST_ROUNDS = 120;

export interface PresenceBook extends Presences {
  close(): Promise<void>;
}

export function presenceBook(engine: Engine, process: string): PresenceBook {
  const vigil = engine.vigil();
  const gone = new Set<string>();
  const mine = new Set<string>();
  let held: Promise<void> | undefined;
  let lookedMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  const rows = () => engine.read(allRows, ASIDE);

  const look = async (nowMs: number) => {
    // Also after a failure: a store that is away is not asked again by every call.
    lookedMs = nowMs;
    const all = await rows();
    const others = new Set(all.map((row) => row.process).filter((each) => each !== process));
    const unsure = [...others].filter((each) => !gone.has(each));
    const fresh = unsure.length === 0 ? [] : await vigil.gone(unsure, nowMs);
    for (const each of fresh) gone.add(each);
    const left = [...others].filter((each) => gone.has(each));
    if (left.length > 0) await engine.write((sql) => sweep(sql, left), shortWait());
  };

  const refresh = async (nowMs: number) => {
    // If the clock was set back, an old answer must not stay valid.
    if (Math.abs(nowMs - lookedMs) < FRESH_MS) return;
    looking ??= look(nowMs)
      // If the vigil cannot be asked, the last answer stands: the call itself will meet the store's
      // error.
      .catch(() => {})
      .finally(() => {
        looking = undefined;
      });
    await Promise.race([looking, sleep(LOOK_MS, undefined, { ref: false })]);
  };

  return {
    process,
    async keep(row, { waits } = { waits: false }) {
      held ??= vigil.hold(process);
      await held;
      mine.add(row.holder);
      await engine.write((sql) => upsert(sql, tableRow(row)), waits ? ASIDE : shortWait());
    },
    async leave(holder) {
      if (!mine.delete(holder)) return;
      const forget = async (sql: Sql) => {
        await sql.deleteFrom('presence').where('holder', '=', holder).execute();
      };
      await retryUntilDone(() => engine.write(forget, shortWait()));
    },
    async gone(nowMs) {
      await refresh(nowMs);
      return gone;
    },
    async present(nowMs) {
      await refresh(nowMs);
      const all = await rows();
      return all.filter((row) => !gone.has(row.process)).map(presenceFrom);
    },
    async close() {
      const left = [...mine];
      mine.clear();
      const gone = () => engine.write((sql) => sweep(sql, [process]), shortWait());
      if (left.length > 0) await gone().catch(() => {});
      await vigil.close();
    },
  };
}

function allRows(sql: Sql): Promise<PresenceTableRow[]> {
  return sql.selectFrom('presence').selectAll().execute();
}

/** A connection has one queue: no call could read while this waits for another process. */
function shortWait() {
  return { ...ASIDE, signal: AbortSignal.timeout(BRIEF_MS) };
}

/** Retries, but each attempt waits only briefly. */
async function retryUntilDone(attempt: () => Promise<void>): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    try {
      return await attempt();
    } catch {
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }
}

async function sweep(sql: Sql, processes: readonly string[]): Promise<void> {
  await sql
    .deleteFrom('presence')
    .where('process', 'in', [...processes])
    .execute();
}

async function upsert(sql: Sql, row: PresenceTableRow): Promise<void> {
  const { holder: _key, ...rest } = row;
  await sql
    .insertInto('presence')
    .values(row)
    .onConflict((conflict) => conflict.column('holder').doUpdateSet(rest))
    .execute();
}

function tableRow(row: Parameters<Presences['keep']>[0]): PresenceTableRow {
  return {
    holder: row.holder,
    process: row.process,
    agent: row.agent,
    client: row.client,
    workspace: row.workspace,
    works_on: row.worksOn,
    tool: row.tool,
    since_ms: row.sinceMs,
    last_call_ms: row.lastCallMs,
  };
}

export function presenceFrom(row: PresenceTableRow): PresenceRow {
  return {
    holder: row.holder,
    process: row.process,
    agent: row.agent,
    client: row.client,
    workspace: row.workspace,
    worksOn: row.works_on,
    tool: row.tool,
    sinceMs: row.since_ms,
    lastCallMs: row.last_call_ms,
  };
}
