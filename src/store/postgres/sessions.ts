/** The connections of this process: opened when needed, shared, and discarded once broken. */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { explainConnecting, NoneFree } from './postgres-failure.ts';
import { Session } from './session.ts';

const CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
/** A server that has stopped answering must not prevent this process from ending. */
const FAREWELL_MS = 2_000;

const BIGINT_OID = 20;

/**
 * No settings are sent when a connection starts: poolers refuse or ignore them. Each transaction
 * sets its own.
 */
export function connectionConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
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

export class Sessions {
  private readonly pool: pg.Pool;
  private readonly location: string;
  private readonly open = new Map<pg.PoolClient, Session>();
  private readonly clients = new WeakMap<Session, pg.PoolClient>();

  constructor(url: string, location: string) {
    this.location = location;
    this.pool = new pg.Pool({
      ...connectionConfig(url),
      max: CONNECTIONS,
      // An idle connection must not keep a process alive that has nothing else to do.
      allowExitOnIdle: true,
    });
    this.pool.on('connect', (client) => {
      const session = new Session(client);
      this.open.set(client, session);
      this.clients.set(session, client);
    });
    this.pool.on('remove', (client) => this.open.delete(client));
    // An idle connection that breaks is replaced when it is used next.
    this.pool.on('error', () => {});
  }

  async take(): Promise<Session> {
    const client = await this.pool.connect().catch((error: Error) => {
      const isFull = error.message.startsWith('timeout exceeded when trying to connect');
      throw explainConnecting(isFull ? new NoneFree(error.message) : error, this.location);
    });
    return this.open.get(client) as Session;
  }

  giveBack(session: Session): void {
    const { broken } = session;
    if (broken) session.giveUp(broken);
    this.clients.get(session)?.release(broken);
  }

  async close(): Promise<void> {
    const ended = this.pool.end();
    await Promise.race([ended, sleep(FAREWELL_MS, undefined, { ref: false })]);
    for (const session of this.open.values()) session.giveUp(new Error('the memory was closed'));
    await ended;
  }
}
