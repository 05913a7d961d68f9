/**
 * Who is there. A row says what, and the engine's vigil whether its process lives.
 *
 * Ids of processes are random, so one that is gone stays gone: that may be remembered. Rows are
 * read inside the transaction that asks, so that nobody who has just come is taken for absent.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Presences } from '../../agent-port.ts';
import type { Engine, Sql } from '../engine.ts';
import type { PresenceTableRow } from '../tables.ts';

/** How long an answer of the vigil is good for. */
const FRESH_MS = 1_000;
/** And how long a call waits for one, while the store may be away: it will hear of that itself. */
const LOOK_MS = 4_000;

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

  const rows = () => engine.read((sql) => sql.selectFrom('presence').selectAll().execute());

  const look = async (nowMs: number) => {
    // Also where it fails: a store that is away is not asked again by every call.
    lookedMs = nowMs;
    const all = await rows();
    const others = new Set(all.map((row) => row.process).filter((each) => each !== process));
    const unsure = [...others].filter((each) => !gone.has(each));
    const fresh = unsure.length === 0 ? [] : await vigil.gone(unsure, nowMs);
    for (const each of fresh) gone.add(each);
    const left = [...others].filter((each) => gone.has(each));
    if (left.length > 0) await engine.write((sql) => sweep(sql, left), brief());
  };

  const refresh = async (nowMs: number) => {
    // A clock that went back must not make an old answer last.
    if (Math.abs(nowMs - lookedMs) < FRESH_MS) return;
    looking ??= look(nowMs)
      // Who cannot look knows what it knew: the call itself will meet the store's trouble.
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
      await engine.write((sql) => upsert(sql, tableRow(row)), waits ? {} : brief());
    },
    async leave(holder) {
      if (!mine.delete(holder)) return;
      const forget = async (sql: Sql) => {
        await sql.deleteFrom('presence').where('holder', '=', holder).execute();
      };
      await untilDone(() => engine.write(forget, brief()));
    },
    async gone(nowMs) {
      await refresh(nowMs);
      return gone;
    },
    async present(nowMs) {
      await refresh(nowMs);
      const all = await rows();
      return all.filter((row) => !gone.has(row.process)).map(rowFrom);
    },
    async close() {
      const left = [...mine];
      mine.clear();
      const gone = () => engine.write((sql) => sweep(sql, [process]), brief());
      if (left.length > 0) await gone().catch(() => {});
      await vigil.close();
    },
  };
}

/** A connection is one queue: while this waits for another process, nobody could read. */
function brief() {
  return { signal: AbortSignal.timeout(BRIEF_MS) };
}

/** Again and again, but never for long at a time. */
async function untilDone(attempt: () => Promise<void>): Promise<void> {
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
    since_ms: row.sinceMs,
    last_call_ms: row.lastCallMs,
  };
}

function rowFrom(row: PresenceTableRow) {
  return {
    holder: row.holder,
    process: row.process,
    agent: row.agent,
    client: row.client,
    workspace: row.workspace,
    worksOn: row.works_on,
    sinceMs: row.since_ms,
    lastCallMs: row.last_call_ms,
  };
}
