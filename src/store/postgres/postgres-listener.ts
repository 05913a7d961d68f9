/** Hears what other machines commit, by LISTEN on a connection of its own. */

import type pg from 'pg';

const RECONNECT_MS = 500;

export class PostgresListener {
  private readonly connect: () => pg.Client;
  private readonly channel: string;
  private readonly listeners = new Set<() => void>();
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(connect: () => pg.Client, channel: string) {
    this.connect = connect;
    this.channel = channel;
  }

  add(changed: () => void): () => void {
    this.listeners.add(changed);
    if (!this.client && !this.timer) void this.open();
    return () => {
      this.listeners.delete(changed);
      if (this.listeners.size === 0) void this.drop();
    };
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
    const client = this.connect();
    this.client = client;
    client.on('notification', () => this.tell());
    client.on('error', () => this.reopen(client));
    client.on('end', () => this.reopen(client));
    try {
      await client.connect();
      await client.query(`listen ${this.channel}`);
      // Whatever was committed while nobody listened is found by looking once.
      this.tell();
    } catch {
      this.reopen(client);
    }
  }

  private reopen(failed: pg.Client): void {
    if (this.client !== failed) return;
    this.client = undefined;
    void failed.end().catch(() => {});
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
    const client = this.client;
    this.client = undefined;
    await client?.end().catch(() => {});
  }
}
