/**
 * One connection as the engine uses it. Every statement has a deadline. When the connection breaks,
 * the session keeps the error, so that it is not lost as an unhandled event. A broken session is
 * not used again.
 */

import type pg from 'pg';
import { postgresKysely } from '../sql/connection-dialect.ts';
import type { Sql } from '../sql/engine.ts';
import { isLoss, NoAnswer } from './postgres-failure.ts';

export class Session {
  readonly sql: Sql;
  /** How long a statement may take before the connection is discarded. */
  deadlineMs = 0;
  /** What ended the connection. */
  broken: Error | undefined;
  private readonly client: pg.Client;

  constructor(client: pg.Client) {
    this.client = client;
    client.on('error', (error) => {
      this.broken ??= error;
    });
    this.sql = postgresKysely(async ({ sql, parameters }) => {
      const result = await this.run(sql, this.deadlineMs, [...parameters]);
      return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) };
    });
  }

  async run(text: string, deadlineMs: number, values?: unknown[]): Promise<pg.QueryResult> {
    const timer = setTimeout(() => this.giveUp(new NoAnswer(deadlineMs)), deadlineMs);
    try {
      // A query without values may hold several statements; the result of the last one is returned.
      const result: pg.QueryResult | pg.QueryResult[] = await (values === undefined
        ? this.client.query(text)
        : this.client.query(text, values));
      return Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result;
    } catch (error) {
      if (isLoss(error)) this.broken ??= error as Error;
      // The error that ended the connection explains more than what the driver reports afterwards.
      throw this.broken ?? error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** No good-bye: a server that does not answer would not answer that either. */
  giveUp(reason: Error): void {
    this.broken ??= reason;
    this.client.connection.stream.destroy();
  }
}
