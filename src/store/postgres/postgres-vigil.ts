/**
 * Knows which processes have a PostgreSQL memory open: each holds an advisory lock in its own
 * session.
 *
 * The lock ends with the session, and so with the process, on any machine. It also ends if only the
 * connection broke; a living process then takes it again within a moment. So a process counts as
 * gone only if its lock was missing for longer than that. A process that has just started to watch
 * waits until it can know.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Vigil } from '../sql/engine.ts';

/** The first half of the key of every lock: any fixed number. */
const CLASS = 1_731_172_901;
/** How long a living process may need to take its lock again. */
const GRACE_MS = 3_000;
const LOOK_MS = 1_500;
const RECONNECT_MS = 250;
const STEP_MS = 250;

/** The server notices a machine that vanished within seconds, not hours. */
const SESSION = `set application_name = 'waymark presence';
set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3;
set idle_session_timeout = 0; set statement_timeout = '5s'`;

const HELD = `select objid::text as key from pg_locks where locktype = 'advisory' and granted
  and classid = ${CLASS} and objsubid = 2
  and database = (select oid from pg_database where datname = current_database())`;

/** The part of a timer or socket that decides whether it keeps the process alive. */
interface Handle {
  ref(): void;
  unref(): void;
}

export class PostgresVigil implements Vigil {
  private readonly connect: () => pg.Client;
  private process: string | undefined;
  private client: pg.Client | undefined;
  private opening: Promise<pg.Client> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly missing = new Map<string, number>();
  private watched: readonly string[] = [];
  private beganMs: number | undefined;
  private clock = 0;
  private closed = false;

  constructor(connect: () => pg.Client) {
    this.connect = connect;
  }

  async hold(process: string): Promise<void> {
    this.process = process;
    await this.session();
    this.keepLooking();
  }

  async gone(processes: readonly string[], nowMs: number): Promise<readonly string[]> {
    this.watched = processes;
    this.beganMs ??= nowMs;
    this.clock = Math.max(this.clock, nowMs);
    await this.look();
    // Only a process that has just started to watch can be unsure for this long.
    const patience = GRACE_MS - (nowMs - this.beganMs);
    for (let waited = 0; waited < patience && this.inDoubt(processes); waited += STEP_MS) {
      await sleep(STEP_MS);
      this.clock += STEP_MS;
      await this.look();
    }
    return processes.filter((process) => this.isGone(process));
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    const client = this.client ?? (await this.opening?.catch(() => undefined));
    this.client = undefined;
    await client?.end().catch(() => {});
  }

  private isGone(process: string): boolean {
    const since = this.missing.get(process);
    return since !== undefined && this.clock - since >= GRACE_MS;
  }

  private inDoubt(processes: readonly string[]): boolean {
    return processes.some((process) => this.missing.has(process) && !this.isGone(process));
  }

  /** The processes whose lock is missing, each with the time since when. */
  private async look(): Promise<void> {
    const held = await this.heldLocks(await this.session());
    for (const process of this.watched) {
      if (held.has(String(lockOf(process)))) this.missing.delete(process);
      else if (!this.missing.has(process)) this.missing.set(process, this.clock);
    }
    for (const process of this.missing.keys()) {
      if (!this.watched.includes(process)) this.missing.delete(process);
    }
  }

  private async heldLocks(client: pg.Client): Promise<ReadonlySet<string>> {
    const socket = client as unknown as Handle;
    // A caller waits for this answer, so the process must stay alive until it comes.
    socket.ref();
    try {
      const { rows } = await client.query<{ key: string }>(HELD);
      return new Set(rows.map((row) => row.key));
    } finally {
      socket.unref();
    }
  }

  /** Polls all the time, so that an answer is ready when a caller asks. */
  private keepLooking(): void {
    this.timer ??= setInterval(() => {
      this.clock += LOOK_MS;
      this.look().catch(() => {});
    }, LOOK_MS).unref();
  }

  private async session(): Promise<pg.Client> {
    if (this.client) return this.client;
    this.opening ??= this.open().finally(() => {
      this.opening = undefined;
    });
    return this.opening;
  }

  private async open(): Promise<pg.Client> {
    const client = this.connect();
    const lost = () => this.reopen(client);
    client.on('error', lost);
    client.on('end', lost);
    try {
      await client.connect();
      await client.query(SESSION);
      if (this.process !== undefined) {
        await client.query(`select pg_try_advisory_lock(${CLASS}, ${lockOf(this.process)})`);
      }
      // This connection alone must not keep the process alive.
      (client as unknown as Handle).unref();
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    this.client = client;
    return client;
  }

  private reopen(lost: pg.Client): void {
    if (this.client !== lost) return;
    this.client = undefined;
    void lost.end().catch(() => {});
    this.takeAgain();
  }

  private takeAgain(): void {
    if (this.closed || this.process === undefined) return;
    setTimeout(() => {
      if (!this.closed) this.session().catch(() => this.takeAgain());
    }, RECONNECT_MS).unref();
  }
}

/** The ids of processes are random hexadecimal digits; the key of a lock has 31 bits. */
function lockOf(process: string): number {
  return Number.parseInt(process.replaceAll('-', '').slice(0, 8), 16) & 0x7fffffff;
}
