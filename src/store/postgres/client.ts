/**
 * The one kind of connection to PostgreSQL, for calls, presence and notifications. Every statement
 * has a deadline, and a connection that broke, or never came about, leaves no open socket behind.
 */

import pg from 'pg';
import { isLoss, isUnreplicated, NoAnswer } from './postgres-failure.ts';
import { driverUrl } from './postgres-url.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
/** A server that has stopped answering must not prevent this process from ending. */
const FAREWELL_MS = 1_000;

const BIGINT_OID = 20;

/**
 * No settings are sent when a connection starts: poolers refuse or ignore them. Each transaction
 * sets its own.
 */
export function connectionConfig(url: string): pg.ClientConfig {
  return {
    connectionString: driverUrl(url),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'waymark',
    types: {
      getTypeParser: (oid, format) =>
        // Sequence numbers and milliseconds stay far below 2^53.
        oid === BIGINT_OID ? Number : pg.types.getTypeParser(oid, format),
    },
  };
}

export class Client extends pg.Client {
  /** What ended the connection. */
  broken: Error | undefined;
  /** Whether the server stopped waiting for a synchronous standby since this was reset. */
  stoppedWaiting = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', (error) => {
      this.broken ??= error;
    });
    this.on('notice', (notice) => {
      if (isUnreplicated(notice)) this.stoppedWaiting = true;
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): unknown {
    const connected = super.connect().catch((error: Error) => {
      // The driver leaves the socket open after some failures, until the server closes it.
      this.connection.stream.destroy();
      throw error;
    });
    if (!callback) return connected;
    connected.then(() => (callback as (error?: Error) => void)(), callback);
    return undefined;
  }

  async ask(text: string, deadlineMs: number, values?: unknown[]): Promise<pg.QueryResult> {
    const timer = setTimeout(() => this.giveUp(new NoAnswer(deadlineMs)), deadlineMs);
    try {
      // A query without values may hold several statements; the result of the last one is returned.
      const result: pg.QueryResult | pg.QueryResult[] = await (values === undefined
        ? this.query(text)
        : this.query(text, values));
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
    this.connection.stream.destroy();
  }

  /** Ends the connection in order, or without the server if that takes too long. */
  async leave(): Promise<void> {
    const timer = setTimeout(() => this.connection.stream.destroy(), FAREWELL_MS);
    timer.unref();
    await this.end().catch(() => {});
    clearTimeout(timer);
  }
}
