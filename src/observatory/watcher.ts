/** One connection to the feed: what it asks for, and what it is sent. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { JsonObject } from '../kernel/json.ts';
import { redact } from '../kernel/redaction.ts';
import { SerialQueue } from '../kernel/serial-queue.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { type ClientMessage, parseMessage } from './messages.ts';
import { type ErrorCode, type Outlet, refusalText } from './outlet.ts';
import type { ReadingCalls } from './reading-calls.ts';
import type { Scope } from './scope.ts';
import { ViewSubscription } from './view-subscription.ts';

/** What is sent is held back above this many bytes that the reader has not taken. */
const FULL_BYTES = 256 * 1024;
/** How often a full connection is looked at. */
const ROOM_MS = 50;

const MOST_SUBSCRIPTIONS = 32;

/** What a connection may see. */
export interface WatcherOptions {
  readonly scope: Scope;
  readonly calls: ReadingCalls;
  readonly log: (line: string) => void;
}

type Ask<Action extends string, Channel = unknown> = Extract<
  ClientMessage,
  Action extends 'subscribe' | 'unsubscribe'
    ? { readonly action: Action; readonly channel: Channel }
    : { readonly action: Action }
>;

export class Watcher implements Outlet {
  readonly #socket: WebSocket;
  readonly #options: WatcherOptions;
  readonly #views = new Map<string, ViewSubscription>();
  /** Questions are answered one at a time, so that one connection cannot fill the server. */
  readonly #questions = new SerialQueue();
  #room: Promise<void> | undefined;

  constructor(socket: WebSocket, options: WatcherOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on('message', (data, isBinary) => this.#hear(String(data), isBinary));
    socket.on('close', () => this.#end());
    // A broken connection closes by itself; the error says nothing more.
    socket.on('error', () => {});
  }

  get isClosed(): boolean {
    return this.#socket.readyState !== this.#socket.OPEN;
  }

  get isFull(): boolean {
    return this.#socket.bufferedAmount > FULL_BYTES;
  }

  send(text: string): void {
    if (!this.isClosed) this.#socket.send(text);
  }

  room(): Promise<void> {
    this.#room ??= this.#waitForRoom().finally(() => {
      this.#room = undefined;
    });
    return this.#room;
  }

  async #waitForRoom(): Promise<void> {
    while (this.isFull && !this.isClosed) await sleep(ROOM_MS);
  }

  #end(): void {
    for (const each of this.#views.values()) each.stop();
    this.#views.clear();
  }

  #hear(text: string, isBinary: boolean) {
    if (isBinary) return this.#refuse('INVALID_PAYLOAD', 'Messages are text.');
    if (text === 'ping') return this.send('pong');
    const message = parseMessage(text);
    if ('fault' in message) return this.#refuse('INVALID_PAYLOAD', message.fault);
    if (message.action === 'read' || message.action === 'call') return this.#question(message);
    if (message.channel === 'view') {
      if (message.action === 'subscribe') return this.#watch(message);
      this.#views.get(message.id)?.stop();
      this.#views.delete(message.id);
      return;
    }
    this.#refuse('INVALID_PAYLOAD', `The channel ${message.channel} is not served yet.`);
  }

  #question(message: Ask<'read'> | Ask<'call'>): void {
    void this.#questions.run(async () => {
      if (this.isFull) await this.room();
      if (this.isClosed) return;
      try {
        const fields =
          message.action === 'read' ? await this.#read(message) : await this.#call(message);
        this.send(JSON.stringify(redact({ event: 'reply', data: { id: message.id, ...fields } })));
      } catch (error) {
        this.#excuse(error as Error, message.id);
      }
    });
  }

  #excuse(error: Error, id: string): void {
    const isAway = error instanceof StoreUnavailable;
    if (!isAway) this.#options.log(`observatory: ${error.stack}`);
    const refusal = isAway
      ? { code: 'STORAGE_ERROR', message: error.message }
      : { code: 'INTERNAL_ERROR', message: 'The message failed inside the server.' };
    this.send(JSON.stringify(redact({ event: 'reply', data: { id, ok: false, refusal } })));
  }

  #watch({ id, since, ...named }: Ask<'subscribe', 'view'>) {
    if (!this.#views.has(id) && this.#views.size >= MOST_SUBSCRIPTIONS) {
      const most = `A connection has at most ${MOST_SUBSCRIPTIONS} subscriptions.`;
      return this.#refuse('INVALID_PAYLOAD', most, { id });
    }
    this.#views.get(id)?.stop();
    const subscription = new ViewSubscription(this, {
      id,
      since: since ?? undefined,
      find: () => this.#options.scope.feed(named),
      ended: () => {
        if (this.#views.get(id) === subscription) this.#views.delete(id);
      },
      log: this.#options.log,
    });
    this.#views.set(id, subscription);
    subscription.start();
  }

  async #read({ cursor, ...named }: Ask<'read'>): Promise<JsonObject> {
    const read = await this.#options.scope.page(named, cursor ?? undefined);
    if ('fault' in read) {
      return { ok: false, refusal: { code: 'INVALID_PAYLOAD', message: read.fault } };
    }
    return { ok: true, seq: read.seq, result: { ...read.page } as unknown as JsonObject };
  }

  #call({ tool, args, workspace }: Ask<'call'>): Promise<JsonObject> {
    return this.#options.calls.answer(tool, args, workspace ?? undefined);
  }

  #refuse(code: ErrorCode, message: string, details?: JsonObject): void {
    this.send(refusalText(code, message, details));
  }
}
