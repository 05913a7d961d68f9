/** The connections of this process: opened when needed, shared, and discarded once broken. */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Patience } from '../patience.ts';
import { Client, connectionConfig } from './client.ts';
import { explainConnecting, NoneFree, TimeIsUp } from './postgres-failure.ts';
import { Session } from './session.ts';

const CONNECTIONS = 8;
/** A server that has stopped answering must not prevent this process from ending. */
const FAREWELL_MS = 2_000;

export class Sessions {
  private readonly pool: pg.Pool;
  private readonly location: string;
  private readonly open = new Map<pg.PoolClient, Session>();
  private readonly clients = new WeakMap<Session, pg.PoolClient>();

  constructor(url: string, location: string) {
    this.location = location;
    this.pool = new pg.Pool({
      ...connectionConfig(url),
      Client,
      max: CONNECTIONS,
      // An idle connection must not keep a process alive that has nothing else to do.
      allowExitOnIdle: true,
    });
    this.pool.on('connect', (client) => {
      const session = new Session(client as unknown as Client);
      this.open.set(client, session);
      this.clients.set(session, client);
    });
    this.pool.on('remove', (client) => this.open.delete(client));
    // An idle connection that breaks is replaced when it is used next.
    this.pool.on('error', () => {});
  }

  async take(patience: Patience): Promise<Session> {
    if (patience.isOver) throw new TimeIsUp();
    const connecting = this.pool.connect();
    const isLate = sleep(patience.leftMs, 'late' as const, { ref: false });
    try {
      const client = await Promise.race([connecting, isLate]);
      if (client !== 'late') return this.open.get(client) as Session;
    } catch (error) {
      const isFull = /^timeout exceeded when trying to connect/.test((error as Error).message);
      const cause = isFull ? new NoneFree((error as Error).message) : error;
      throw explainConnecting(cause, this.location);
    }
    connecting.then(
      (client) => client.release(),
      () => {},
    );
    throw new TimeIsUp();
  }

  giveBack(session: Session): void {
    const { broken } = session;
    if (broken) session.giveUp(broken);
    this.clients.get(session)?.release(broken);
  }

  /** Ends every connection, also in the middle of a statement. */
  discardAll(reason: Error): void {
    for (const session of this.open.values()) session.giveUp(reason);
  }

  async close(): Promise<void> {
    const ended = this.pool.end();
    await Promise.race([ended, sleep(FAREWELL_MS, undefined, { ref: false })]);
    this.discardAll(new Error('the memory was closed'));
    await ended;
  }
}
