/**
 * Presence in SQL. A row says what an agent does; the engine's vigil says whether its process
 * lives.
 *
 * A process can be taken for gone by mistake, if it could not show for a while that it lives. So
 * the verdict is about the rows as they were: one that was written later counts, and so does the
 * claim that was made with it. Rows are read inside the transaction that asks, so that an agent
 * that has just arrived does not count as absent.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Gone, PresenceRow, Presences } from '../../agent-port.ts';
import type { Engine, Sql, Vigil } from '../engine.ts';
import type { PresenceTableRow } from './tables.ts';

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
const MAX_ROUNDS = 120;

export class PresenceBook implements Presences {
  readonly process: string;
  private readonly engine: Engine;
  private readonly vigil: Vigil;
  private readonly mine = new Map<string, PresenceTableRow>();
  private found: Gone = new Map();
  private held: Promise<void> | undefined;
  private lookedMs = Number.NEGATIVE_INFINITY;
  private looking: Promise<void> = Promise.resolve();
  private isLooking = false;

  constructor(engine: Engine, process: string) {
    this.engine = engine;
    this.process = process;
    this.vigil = engine.vigil();
  }

  async keep(row: PresenceRow, { waits } = { waits: false }): Promise<void> {
    await this.hold();
    const kept = tableRow(row);
    this.mine.set(row.holder, kept);
    await this.engine.write((sql) => upsertPresence(sql, kept), waits ? ASIDE : shortWait());
  }

  async leave(holder: string): Promise<void> {
    if (!this.mine.delete(holder)) return;
    const forget = async (sql: Sql) => {
      await sql.deleteFrom('presence').where('holder', '=', holder).execute();
    };
    await retryUntilDone(() => this.engine.write(forget, shortWait()));
  }

  async gone(nowMs: number): Promise<Gone> {
    await this.refresh(nowMs);
    return this.found;
  }

  async present(nowMs: number): Promise<readonly PresenceRow[]> {
    await this.refresh(nowMs);
    const all = await this.rows();
    return all.filter((row) => isPresent(row, this.found)).map(presenceFrom);
  }

  async close(): Promise<void> {
    const hadRows = this.mine.size > 0;
    this.mine.clear();
    const leave = () => this.engine.write((sql) => sweep(sql, this.process), shortWait());
    if (hadRows) await leave().catch(() => {});
    await this.vigil.close();
  }

  private rows(): Promise<readonly PresenceTableRow[]> {
    return this.engine.read(allRows, ASIDE);
  }

  private hold(): Promise<void> {
    const regained = () => void this.restore().catch(() => {});
    this.held ??= this.vigil.hold(this.process, regained).catch((error) => {
      this.held = undefined;
      throw error;
    });
    return this.held;
  }

  /** Others may have removed the rows of this process, if they took it for gone. */
  private async restore(): Promise<void> {
    const left = [...this.mine.values()];
    if (left.length === 0) return;
    await this.engine.write((sql) => insertMissing(sql, left), shortWait());
  }

  private async refresh(nowMs: number): Promise<void> {
    // If the clock was set back, an old answer must not stay valid.
    if (!this.isLooking && Math.abs(nowMs - this.lookedMs) >= FRESH_MS) {
      // Also after a failure: a store that is away is not asked again by every call.
      this.lookedMs = nowMs;
      this.isLooking = true;
      const looked = this.look()
        // If the vigil cannot be asked, the last answer stands: the call itself will meet the
        // store's error.
        .catch(() => {})
        .finally(() => {
          this.isLooking = false;
        });
      // Calls that come while a look takes longer do not wait for it again.
      this.looking = Promise.race([looked, sleep(LOOK_MS, undefined, { ref: false })]);
    }
    await this.looking;
  }

  private async look(): Promise<void> {
    const all = await this.rows();
    const { mine, process, found } = this;
    if (all.filter((row) => mine.has(row.holder)).length < mine.size) await this.restore();
    const last = lastCalls(all.filter((row) => row.process !== process));
    // A newer row shows life; the vigil then starts to count anew.
    const asked = [...last].filter(([each, ms]) => !isNewer(found, each, ms));
    const missing = asked.length === 0 ? [] : await this.vigil.gone(asked.map(([each]) => each));
    const gone = new Map(asked.filter(([each]) => missing.includes(each)));
    this.found = gone;
    if (gone.size > 0) await this.engine.write((sql) => sweepGone(sql, gone), shortWait());
  }
}

/** Whether a row counts, which a process that is gone may have left behind. */
export function isPresent(
  row: Pick<PresenceTableRow, 'process' | 'last_call_ms'>,
  gone: Gone,
): boolean {
  return !gone.has(row.process) || isNewer(gone, row.process, row.last_call_ms);
}

function isNewer(gone: Gone, process: string, lastCallMs: number): boolean {
  const seenMs = gone.get(process);
  return seenMs !== undefined && lastCallMs > seenMs;
}

/** The time of the last call of each process, by its own clock. */
function lastCalls(rows: readonly PresenceTableRow[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const { process, last_call_ms: ms } of rows) {
    last.set(process, Math.max(ms, last.get(process) ?? ms));
  }
  return last;
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
  for (let round = 0; round < MAX_ROUNDS; round++) {
    try {
      return await attempt();
    } catch {
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }
}

async function sweep(sql: Sql, process: string): Promise<void> {
  await sql.deleteFrom('presence').where('process', '=', process).execute();
}

/** Only rows as they were when their process was found to be gone. */
async function sweepGone(sql: Sql, gone: Gone): Promise<void> {
  for (const [process, seenMs] of gone) {
    await sql
      .deleteFrom('presence')
      .where('process', '=', process)
      .where('last_call_ms', '<=', seenMs)
      .execute();
    await sql.deleteFrom('presence_leases').where('process', '=', process).execute();
  }
}

async function insertMissing(sql: Sql, rows: readonly PresenceTableRow[]): Promise<void> {
  await sql
    .insertInto('presence')
    .values([...rows])
    .onConflict((conflict) => conflict.column('holder').doNothing())
    .execute();
}

export async function upsertPresence(sql: Sql, row: PresenceTableRow): Promise<void> {
  const { holder: _key, ...rest } = row;
  await sql
    .insertInto('presence')
    .values(row)
    .onConflict((conflict) => conflict.column('holder').doUpdateSet(rest))
    .execute();
}

export function tableRow(row: PresenceRow): PresenceTableRow {
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
