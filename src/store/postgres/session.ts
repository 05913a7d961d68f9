/**
 * One connection as the engine uses it: every statement has a deadline, and a break is remembered
 * here, never an event that nobody hears. A session that broke is not used again.
 */

import type pg from 'pg';
import { postgresKysely } from '../sql/connection-dialect.ts';
import type { Sql } from '../sql/engine.ts';
import { isLoss, NoAnswer } from './postgres-failure.ts';

export class Session {
  readonly sql: Sql;
  /** How long a statement of the work may take before the connection is given up. */
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
      // Without values it may be several statements; the last one's result is meant.
      const result: pg.QueryResult | pg.QueryResult[] = await (values === undefined
        ? this.client.query(text)
        : this.client.query(text, values));
      return Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result;
    } catch (error) {
      if (isLoss(error)) this.broken ??= error as Error;
      // What ended the connection says more than what the driver found afterwards.
      throw this.broken ?? error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** A server that does not answer would not answer a good-bye either. */
  giveUp(reason: Error): void {
    this.broken ??= reason;
    this.client.connection.stream.destroy();
  }
}
