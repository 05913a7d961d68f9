/**
 * Knows which processes have a PostgreSQL memory open.
 *
 * Each holds an advisory lock in its own session, which ends with the process on any machine. It
 * also ends if only the connection broke, or if another server took over; a living process then
 * takes it again. So a process counts as gone only if its lock was missing for longer than that
 * takes. Behind a pooler a session is not the process's own: there a lease takes the place of the
 * lock, renewed by the clock of the database server.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { steadyMs } from '../patience.ts';
import type { Vigil } from '../sql/engine.ts';
import type { Client } from './client.ts';
import { Standby } from './postgres-failure.ts';
import { SCHEMA } from './prepare-schema.ts';

/** The first half of the key of every lock: any fixed number. */
const CLASS = 1_731_172_901;
/** How long a lease lasts after it was renewed. */
const LEASE_MS = 10_000;
const RECONNECT_MS = 250;
const STEP_MS = 250;

export interface VigilTimes {
  /** How long a living process may need to take its lock again after its connection broke. */
  readonly graceMs: number;
  /** The same after this process reconnected: others may still wait for the old server. */
  readonly regainMs: number;
  readonly lookMs: number;
  /** For every query: after it the connection is discarded. */
  readonly deadlineMs: number;
}

export const VIGIL_TIMES: VigilTimes = {
  graceMs: 3_000,
  regainMs: 15_000,
  lookMs: 2_000,
  deadlineMs: 5_000,
};

/** The server notices a machine that vanished within seconds, not hours. */
const SESSION = `set application_name = 'waymark presence';
set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3;
set idle_session_timeout = 0; set statement_timeout = '5s'; set synchronous_commit = off`;

const SERVER_MS = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** A standby has no timeline of its own, and its locks say nothing. */
const TIMELINE = `case when pg_is_in_recovery() then ''
  else left(pg_walfile_name(pg_current_wal_lsn()), 8) end`;

const LOOK = `select pg_backend_pid() as pid, ${SERVER_MS} as now_ms, ${TIMELINE} as timeline,
  (select value from ${SCHEMA}.waymark_meta where key = 'timeline') as known,
  (select coalesce(json_agg(json_build_array(objid::text, pid = pg_backend_pid())), '[]')
    from pg_locks where locktype = 'advisory' and granted and classid = ${CLASS} and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())) as locks,
  (select coalesce(json_agg(json_build_array(process, renewed_ms, ${SERVER_MS} - renewed_ms)), '[]')
    from ${SCHEMA}.presence_leases) as leases`;

/** In the transaction of the statement: waiting for a standby could take longer than a lease. */
const QUIETLY = `with quiet as (select set_config('synchronous_commit', 'off', true) as set)`;

interface Seen {
  readonly pid: number;
  readonly now_ms: number;
  readonly timeline: string;
  /** The timeline that was seen last, and the time when it was first seen. */
  readonly known: string | null;
  readonly locks: readonly (readonly [key: string, isMine: boolean])[];
  readonly leases: readonly (readonly [process: string, renewedMs: number, ageMs: number])[];
}

/** A process without a lock. */
interface Unlocked {
  /** Since when no look has seen a lock, or the lease renewed. */
  readonly sinceMs: number;
  readonly renewedMs: number | undefined;
  /** Whether it has no lease, or one that is too old by the clock of the database server. */
  readonly isSilent: boolean;
}

/** The part of a timer or socket that decides whether it keeps the process alive. */
interface Handle {
  ref(): void;
  unref(): void;
}

export class PostgresVigil implements Vigil {
  private readonly connect: () => Client;
  private readonly takenOver: () => void;
  private readonly times: VigilTimes;
  private process: string | undefined;
  private regained = () => {};
  private client: Client | undefined;
  private opening: Promise<Client> | undefined;
  private looking: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private retry: NodeJS.Timeout | undefined;
  private isPooled = false;
  private timeline: string | undefined;
  private readonly unlocked = new Map<string, Unlocked>();
  private watched: readonly string[] = [];
  /** When the last question that was answered had been asked: later than that, nothing is known. */
  private askedMs = 0;
  /** From then on, what was missing at the first look has been missing for long enough. */
  private certainMs: number | undefined;
  /** Before this time no process counts as gone. */
  private trustedMs = 0;
  private closed = false;

  /** `takenOver` is called when another server is found to be the primary. */
  constructor(connect: () => Client, takenOver: () => void, times = VIGIL_TIMES) {
    this.connect = connect;
    this.takenOver = takenOver;
    this.times = times;
  }

  async hold(process: string, regained: () => void): Promise<void> {
    this.process = process;
    this.regained = regained;
    await this.look();
    // Polls all the time, so that an answer is ready when a caller asks.
    this.timer ??= setInterval(() => void this.look().catch(() => {}), this.times.lookMs).unref();
  }

  async gone(processes: readonly string[]): Promise<readonly string[]> {
    this.watched = processes;
    // A look that has begun may not have been about these.
    await this.looking?.catch(() => {});
    await this.look();
    this.certainMs ??= steadyMs() + this.times.graceMs;
    // Only a process that has just started to watch can be unsure for this long.
    while (this.askedMs < this.certainMs && this.inDoubt(processes)) {
      await sleep(STEP_MS);
      await this.look();
    }
    return processes.filter((process) => this.isGone(process));
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    clearTimeout(this.retry);
    const client = this.client ?? (await this.opening?.catch(() => undefined));
    this.client = undefined;
    if (client && this.isPooled && this.process !== undefined) {
      await client.ask(forgetLease(this.process), this.times.deadlineMs).catch(() => {});
    }
    await client?.leave();
  }

  /**
   * The time between two answers counts, not the time since: this process may have been suspended
   * while an answer was on its way. Neither clock alone ends a lease: that of the server may be
   * set, and this process may have just begun to watch.
   */
  private isGone(process: string): boolean {
    const found = this.unlocked.get(process);
    if (found === undefined || this.askedMs < this.trustedMs) return false;
    const quietMs = Math.max(0, this.askedMs - found.sinceMs);
    return quietMs >= (found.isSilent ? this.times.graceMs : LEASE_MS);
  }

  private inDoubt(processes: readonly string[]): boolean {
    if (this.askedMs < this.trustedMs) return false;
    return processes.some((each) => this.unlocked.get(each)?.isSilent && !this.isGone(each));
  }

  /** Never two at once: a connection answers one question after the other. */
  private look(): Promise<void> {
    this.looking ??= this.lookNow().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  private async lookNow(): Promise<void> {
    const client = await this.session();
    const socket = client as unknown as Handle;
    // A caller waits for this answer, so the process must stay alive until it comes.
    socket.ref();
    try {
      await this.lookThrough(client);
    } catch (error) {
      client.giveUp(error as Error);
      this.reopen(client);
      throw error;
    } finally {
      socket.unref();
    }
  }

  private async lookThrough(client: Client): Promise<void> {
    const { deadlineMs } = this.times;
    if (this.isPooled) await this.renewLease(client);
    const askedMs = steadyMs();
    const seen = (await client.ask(LOOK, deadlineMs)).rows[0] as Seen;
    if (seen.timeline === '') throw new Standby();
    if (!this.isPooled && isPooled(client, seen.pid)) {
      this.isPooled = true;
      await this.renewLease(client);
    }
    await this.noticeTimeline(client, seen);
    this.compare(seen);
    this.askedMs = askedMs;
    await this.keepLock(client, seen);
  }

  private compare({ locks, leases }: Seen): void {
    const locked = new Set(locks.map(([key]) => key));
    const leased = new Map(leases.map(([process, ...lease]) => [process, lease]));
    for (const process of this.watched) {
      const [renewedMs, ageMs = LEASE_MS] = leased.get(process) ?? [];
      const before = this.unlocked.get(process);
      if (locked.has(String(lockOf(process)))) this.unlocked.delete(process);
      else {
        const isSame = before !== undefined && before.renewedMs === renewedMs;
        const sinceMs = isSame ? before.sinceMs : steadyMs();
        this.unlocked.set(process, { sinceMs, renewedMs, isSilent: ageMs >= LEASE_MS });
      }
    }
    for (const process of this.unlocked.keys()) {
      if (!this.watched.includes(process)) this.unlocked.delete(process);
    }
  }

  /** Takes the lock if it is missing, whatever became of it. */
  private async keepLock(client: Client, { locks }: Seen): Promise<void> {
    const { process } = this;
    if (process === undefined || this.isPooled) return;
    const key = lockOf(process);
    if (locks.some(([each, isMine]) => isMine && each === String(key))) return;
    // It is not free while the server has not noticed that our last session ended.
    await client.ask(
      `${forgetLease(process)}; select pg_try_advisory_lock(${CLASS}, ${key})`,
      this.times.deadlineMs,
    );
    this.regained();
  }

  private async renewLease(client: Client): Promise<void> {
    if (this.process === undefined) return;
    const { rows } = await client.ask(
      `${QUIETLY} insert into ${SCHEMA}.presence_leases (process, renewed_ms)
       select ${pg.escapeLiteral(this.process)}, ${SERVER_MS} from quiet where set <> ''
       on conflict (process) do update set renewed_ms = excluded.renewed_ms
       returning xmax = 0 as is_new`,
      this.times.deadlineMs,
    );
    if (rows[0]?.is_new === true) this.regained();
  }

  /** A server that took over knows no lock yet, even if this process is the first to ask it. */
  private async noticeTimeline(client: Client, { timeline, known, now_ms }: Seen): Promise<void> {
    if (this.timeline === timeline) return;
    const isFirst = this.timeline === undefined;
    const [before, since = '0'] = (known ?? '').split(' ');
    let sinceMs = Number(since);
    if (before !== timeline) {
      sinceMs = known === null ? 0 : now_ms;
      await client.ask(
        `${QUIETLY} insert into ${SCHEMA}.waymark_meta (key, value)
         select 'timeline', '${timeline} ${sinceMs}' from quiet where set <> ''
         on conflict (key) do update set value = excluded.value`,
        this.times.deadlineMs,
      );
    }
    this.timeline = timeline;
    if (!isFirst) this.takenOver();
    this.distrust(isFirst ? now_ms - sinceMs : 0);
  }

  /** What was missing may only be late: the time to take locks again starts anew. */
  private distrust(ageMs: number): void {
    if (ageMs >= this.times.regainMs) return;
    this.unlocked.clear();
    // The age is negative if the clock of the server was set back.
    this.trustedMs = steadyMs() + this.times.regainMs - Math.max(0, ageMs);
  }

  private async session(): Promise<Client> {
    if (this.client) return this.client;
    this.opening ??= this.open().finally(() => {
      this.opening = undefined;
    });
    return this.opening;
  }

  private async open(): Promise<Client> {
    const client = this.connect();
    const lost = () => this.reopen(client);
    client.on('error', lost);
    client.on('end', lost);
    try {
      await client.connect();
      const { rows } = await client.ask('select pg_backend_pid() as pid', this.times.deadlineMs);
      this.isPooled = isPooled(client, rows[0]?.pid);
      // What is set behind a pooler stays on a connection that others get.
      if (!this.isPooled) await client.ask(SESSION, this.times.deadlineMs);
      // This connection alone must not keep the process alive.
      (client as unknown as Handle).unref();
    } catch (error) {
      client.giveUp(error as Error);
      throw error;
    }
    if (this.timeline !== undefined) this.distrust(0);
    this.client = client;
    return client;
  }

  private reopen(lost: Client): void {
    if (this.client !== lost) return;
    this.client = undefined;
    void lost.leave();
    this.takeAgain();
  }

  private takeAgain(): void {
    if (this.closed || this.process === undefined || this.retry) return;
    this.retry = setTimeout(() => {
      this.retry = undefined;
      this.look().catch(() => this.takeAgain());
    }, RECONNECT_MS).unref();
  }
}

/** A pooler gives its clients another number than that of the server's process. */
function isPooled(client: Client, pid: unknown): boolean {
  return (client as unknown as { readonly processID: number | null }).processID !== pid;
}

function forgetLease(process: string): string {
  return `delete from ${SCHEMA}.presence_leases where process = ${pg.escapeLiteral(process)}`;
}

/** The ids of processes are random hexadecimal digits; the key of a lock has 31 bits. */
function lockOf(process: string): number {
  return Number.parseInt(process.replaceAll('-', '').slice(0, 8), 16) & 0x7fffffff;
}
