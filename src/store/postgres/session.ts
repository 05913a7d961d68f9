/**
 * One connection as the engine uses it. Every statement has a deadline. When the connection breaks,
 * the session keeps the error, so that it is not lost as an unhandled event. A broken session is
 * not used again.
 */

import type pg from 'pg';
import type { Patience } from '../patience.ts';
import { postgresKysely } from '../sql/connection-dialect.ts';
import type { Sql } from '../sql/engine.ts';
import type { Client } from './client.ts';
import { TimeIsUp } from './postgres-failure.ts';

export class Session {
  readonly sql: Sql;
  /** How long a statement may take before the connection is discarded. */
  deadlineMs = 0;
  /** The time that its statements have together. */
  patience: Patience | undefined;
  private readonly client: Client;

  constructor(client: Client) {
    this.client = client;
    this.sql = postgresKysely(async ({ sql, parameters }) => {
      const ms = Math.min(this.deadlineMs, this.patience?.leftMs ?? this.deadlineMs);
      if (ms === 0) throw new TimeIsUp();
      const result = await this.run(sql, ms, [...parameters]);
      return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) };
    });
  }

  /** What ended the connection. */
  get broken(): Error | undefined {
    return this.client.broken;
  }

  run(text: string, deadlineMs: number, values?: unknown[]): Promise<pg.QueryResult> {
    return this.client.ask(text, deadlineMs, values);
  }

  /** Commits; whether a synchronous standby has it, as far as the server was asked to wait. */
  async commit(deadlineMs: number): Promise<{ readonly isReplicated: boolean }> {
    this.client.stoppedWaiting = false;
    const { command } = await this.client.ask('commit', deadlineMs);
    if (command !== 'COMMIT') throw new Error('the work went on after a statement had failed');
    return { isReplicated: !this.client.stoppedWaiting };
  }

  giveUp(reason: Error): void {
    this.client.giveUp(reason);
  }
}
