/**
 * Learns of commits by other machines, with LISTEN on its own connection.
 *
 * Behind a pooler that assigns connections per transaction, LISTEN is accepted but no notification
 * arrives. So the listener sends itself a probe over another connection. Until the probe arrives,
 * it polls the heads of the journals once a second.
 */

import type { Client } from './client.ts';

const RECONNECT_MS = 500;
const POLL_MS = 1_000;
const LISTEN_MS = 10_000;
/** No workspace name starts like this. */
const PROBE = '?';

export interface Listening {
  connect(): Client;
  readonly channel: string;
  /** Sends a notification over another connection. */
  notify(payload: string): Promise<void>;
  /** Differs whenever anything has changed. */
  mark(): Promise<string>;
}

export class PostgresListener {
  private readonly way: Listening;
  private readonly listeners = new Set<() => void>();
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private polling: NodeJS.Timeout | undefined;
  private probes = 0;
  private closed = false;

  constructor(way: Listening) {
    this.way = way;
  }

  add(changed: () => void): () => void {
    this.listeners.add(changed);
    if (!this.client && !this.timer) void this.open();
    return () => {
      this.listeners.delete(changed);
      if (this.listeners.size === 0) void this.drop();
    };
  }

  /** The server that it listens to is the primary no longer. */
  renew(reason: Error): void {
    this.client?.giveUp(reason);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.listeners.clear();
    await this.drop();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  private async open(): Promise<void> {
    const client = this.way.connect();
    this.client = client;
    const probe = `${PROBE}${process.pid}-${++this.probes}`;
    client.on('notification', ({ payload = '' }) => {
      if (payload === probe) this.stopPolling();
      if (!payload.startsWith(PROBE)) this.tell();
    });
    client.on('error', () => this.reopen(client));
    client.on('end', () => this.reopen(client));
    try {
      await client.connect();
      await client.ask(`listen ${this.way.channel}`, LISTEN_MS);
      // Commits from before LISTEN took effect are found by looking once.
      this.tell();
      if (this.client !== client) return;
      this.poll('');
      await this.way.notify(probe);
    } catch {
      this.reopen(client);
    }
  }

  private poll(last: string): void {
    this.stopPolling();
    this.polling = setTimeout(async () => {
      const timer = this.polling;
      // A server that cannot answer now is asked again.
      const mark = await this.way.mark().catch(() => last);
      if (mark !== last) this.tell();
      if (this.polling === timer) this.poll(mark);
    }, POLL_MS);
    this.polling.unref();
  }

  private stopPolling(): void {
    clearTimeout(this.polling);
    this.polling = undefined;
  }

  private reopen(failed: Client): void {
    if (this.client !== failed) return;
    this.client = undefined;
    this.stopPolling();
    void failed.leave();
    if (this.closed || this.listeners.size === 0) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.open();
    }, RECONNECT_MS);
    this.timer.unref();
  }

  private async drop(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.stopPolling();
    const client = this.client;
    this.client = undefined;
    if (client) await client.leave();
  }
}
