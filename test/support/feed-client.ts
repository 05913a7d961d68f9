/** A client of the Observatory's feed, as a program would write one. */

import { WebSocket } from 'ws';
import type { Shown } from './task-world.ts';

export interface FeedFrame {
  readonly channel?: string;
  readonly event: string;
  readonly data: Shown;
  readonly seq?: number;
  readonly workspace?: string;
  readonly agent?: string;
  readonly ts?: string;
}

export interface FeedClientOptions {
  readonly protocols?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
}

export class FeedClient {
  readonly socket: WebSocket;
  readonly frames: FeedFrame[] = [];
  /** Frames that are not JSON, such as the heartbeat. */
  readonly texts: string[] = [];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  #heard: () => void = () => {};

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('{')) this.frames.push(JSON.parse(text));
      else this.texts.push(text);
      this.#heard();
    });
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        resolve({ code, reason: String(reason) });
        this.#heard();
      });
    });
  }

  /** `url` of the Observatory. Rejects with the status of a refused upgrade. */
  static async open(url: string, options: FeedClientOptions = {}): Promise<FeedClient> {
    const { protocols = [], headers = {}, path = '/ws' } = options;
    const target = new URL(path, url.replace(/^http/, 'ws'));
    const socket = new WebSocket(target, [...protocols], { headers });
    const client = new FeedClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('unexpected-response', (_request, response) => {
        reject(new Error(`refused with ${response.statusCode}`));
        response.resume();
        socket.terminate();
      });
      socket.once('error', reject);
    });
    socket.on('error', () => {});
    return client;
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The first frame that fits, from the frame at `from` on. */
  async next(
    fits: (frame: FeedFrame) => boolean,
    { from = 0, withinMs = 500_000 }: { from?: number; withinMs?: number } = {},
  ): Promise<FeedFrame> {
    const until = Date.now() + withinMs;
    for (;;) {
      const found = this.frames.slice(from).find(fits);
      if (found) return found;
      if (Date.now() > until) {
        const last = JSON.stringify(this.frames.slice(-5)).slice(0, 2_000);
        throw new Error(`no such frame within ${withinMs} ms; the last ones: ${last}`);
      }
      await this.heard(100);
    }
  }

  /** Resolves when anything arrives, or after a while. */
  heard(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      this.#heard = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }
}

export const isEvent =
  (event: string, id?: string) =>
  (frame: FeedFrame): boolean =>
    frame.event === event && (id === undefined || frame.data.id === id);
