/** One connection to the feed: what it asks for, and what it is sent. */

import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { JsonObject } from '../kernel/json.ts';
import { redact } from '../kernel/redaction.ts';
import { SerialQueue } from '../kernel/serial-queue.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import type { ChannelFollower, ChannelSource } from './channel-source.ts';
import { Conduct, TOO_FAST } from './conduct.ts';
import { type ChannelName, type ClientMessage, MAX_FRAME, parseMessage } from './messages.ts';
import { CLOSE, type Outlet, refusalText } from './outlet.ts';
import type { ReadingCalls } from './reading-calls.ts';
import { ViewSubscription } from './rows/view-subscription.ts';
import type { Scope } from './scope.ts';

/** What is sent is held back above this many bytes that the reader has not taken. */
const FULL_BYTES = 256 * 1024;
/** How often a full connection is looked at. */
const ROOM_MS = 50;

/** A connection that leaves this much unread for this long is closed. */
const STUCK_BYTES = 8 * 1024 * 1024;
const STUCK_MS = 30_000;

const MAX_SUBSCRIPTIONS = 32;
/** Questions that wait for their answers. */
const MAX_QUESTIONS = 100;

/** What a connection may see. */
export interface WatcherOptions {
  /** What the connection writes to. */
  readonly wire: Duplex;
  readonly scope: Scope;
  readonly calls: ReadingCalls;
  readonly channels: ChannelSource;
  readonly log: (line: string) => void;
}

type Ask<Action extends string, Channel = unknown> = Extract<
  ClientMessage,
  Action extends 'subscribe' | 'unsubscribe'
    ? { readonly action: Action; readonly channel: Channel }
    : { readonly action: Action }
>;

type Question = Ask<'read'> | Ask<'call'>;

export class Watcher implements Outlet {
  readonly #socket: WebSocket;
  readonly #options: WatcherOptions;
  readonly #conduct = new Conduct();
  readonly #views = new Map<string, ViewSubscription>();
  readonly #channels = new Map<string, ChannelFollower>();
  /** Questions are answered one at a time, so that one connection cannot fill the server. */
  readonly #questions = new SerialQueue();
  #waiting = 0;
  #room: Promise<void> | undefined;
  #stuck: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket, options: WatcherOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on('message', (data, isBinary) => this.hear(data as Buffer, isBinary));
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

  send(text: string | Buffer): void {
    if (this.isClosed) return;
    this.#socket.send(text, { binary: false });
    if (this.#isStuck) this.#stuck ??= setTimeout(() => this.#giveUp(), STUCK_MS).unref();
  }

  together(work: () => void): void {
    this.#options.wire.cork();
    work();
    this.#options.wire.uncork();
  }

  room(): Promise<void> {
    this.#room ??= this.#waitForRoom().finally(() => {
      this.#room = undefined;
    });
    return this.#room;
  }

  get #isStuck(): boolean {
    return this.#socket.bufferedAmount > STUCK_BYTES;
  }

  #giveUp(): void {
    this.#stuck = undefined;
    if (this.#isStuck) this.#shut(CLOSE.tryLater, 'too much is unread; connect again');
  }

  async #waitForRoom(): Promise<void> {
    while (this.isFull && !this.isClosed) await sleep(ROOM_MS);
  }

  #end(): void {
    for (const each of [...this.#views.values(), ...this.#channels.values()]) each.stop();
    this.#views.clear();
    this.#channels.clear();
    this.#conduct.stop();
    clearTimeout(this.#stuck);
  }

  /** Its reader may never read the reason: the connection ends all the same. */
  #shut(code: number, reason: string): void {
    this.#end();
    this.#socket.close(code, reason);
  }

  /** A message of the client, whichever way it came. */
  hear(data: Buffer, isBinary = false) {
    if (this.isClosed) return;
    if (this.#conduct.isTooFast()) return this.#blame(TOO_FAST);
    if (isBinary) return this.#blame('Messages are text.');
    if (data.byteLength > MAX_FRAME) {
      return this.#blame(`A message has at most ${MAX_FRAME} bytes.`);
    }
    const text = data.toString();
    if (text === 'ping') return this.send('pong');
    const message = parseMessage(text);
    if ('fault' in message) return this.#blame(message.fault);
    if (message.action === 'read' || message.action === 'call') return this.#take(message);
    if (message.channel === 'view') {
      return message.action === 'subscribe' ? this.#watch(message) : this.#unwatch(message.id);
    }
    return message.action === 'subscribe' ? this.#follow(message) : this.#unfollow(message);
  }

  /** A client that goes on making mistakes is a broken one. */
  #blame(message: string, details?: JsonObject): void {
    this.send(refusalText('INVALID_PAYLOAD', message, details));
    if (this.#conduct.isTooBad()) this.#shut(CLOSE.misuse, 'too many mistakes');
  }

  #take(question: Question) {
    const { id } = question;
    if (this.#waiting >= MAX_QUESTIONS) {
      return this.#blame(`At most ${MAX_QUESTIONS} questions may wait for an answer.`, { id });
    }
    this.#waiting += 1;
    void this.#questions.run(async () => {
      if (this.isFull) await this.room();
      const fields = this.isClosed ? {} : await this.#answer(question);
      this.#waiting -= 1;
      this.send(JSON.stringify(redact({ event: 'reply', data: { id, ...fields } })));
    });
  }

  async #answer(question: Question): Promise<JsonObject> {
    try {
      if (question.action === 'read') return await this.#read(question);
      const { tool, args, workspace } = question;
      return await this.#options.calls.answer(tool, args, workspace ?? undefined);
    } catch (error) {
      if (this.isClosed) return {};
      if (error instanceof StoreUnavailable) return refused('STORAGE_ERROR', error.message);
      this.#options.log(`observatory: ${(error as Error).stack}`);
      return refused('INTERNAL_ERROR', 'The message failed inside the server.');
    }
  }

  async #read({ cursor, ...named }: Ask<'read'>): Promise<JsonObject> {
    const read = await this.#options.scope.page(named, cursor ?? undefined);
    if ('fault' in read) return refused('INVALID_PAYLOAD', read.fault);
    return { ok: true, seq: read.seq, result: { ...read.page } as unknown as JsonObject };
  }

  #watch({ id, since, ...named }: Ask<'subscribe', 'view'>): void {
    if (!this.#views.has(id) && this.#isAtMost({ id })) return;
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

  #unwatch(id: string): void {
    this.#views.get(id)?.stop();
    this.#views.delete(id);
  }

  #follow(message: Ask<'subscribe', ChannelName>): void {
    const { channel, sessionId, workspace, since, snapshot } = message;
    const key = JSON.stringify([channel, sessionId ?? null, workspace ?? null]);
    if (!this.#channels.has(key) && this.#isAtMost({ channel })) return;
    this.#channels.get(key)?.stop();
    const subscription = this.#options.channels.follow(this, {
      channel,
      sessionId: sessionId ?? undefined,
      workspace: workspace ?? undefined,
      since: since ?? undefined,
      snapshot: snapshot ?? true,
      find: () => this.#options.scope.hub(workspace),
      ended: () => {
        if (this.#channels.get(key) === subscription) this.#channels.delete(key);
      },
      log: this.#options.log,
    });
    this.#channels.set(key, subscription);
    subscription.start();
  }

  /** Without a session or workspace it ends all subscriptions to the channel. */
  #unfollow({ channel, sessionId, workspace }: Ask<'unsubscribe', ChannelName>): void {
    for (const [key, { request }] of this.#channels) {
      const isMeant =
        request.channel === channel &&
        (sessionId ?? request.sessionId) === request.sessionId &&
        (workspace ?? request.workspace) === request.workspace;
      if (!isMeant) continue;
      this.#channels.get(key)?.stop();
      this.#channels.delete(key);
    }
    const data = {
      channel,
      ...(sessionId ? { sessionId } : {}),
      ...(workspace ? { workspace } : {}),
    };
    this.send(JSON.stringify({ channel, event: 'unsubscribed', data }));
  }

  #isAtMost(details: JsonObject): boolean {
    if (this.#views.size + this.#channels.size < MAX_SUBSCRIPTIONS) return false;
    this.#blame(`A connection has at most ${MAX_SUBSCRIPTIONS} subscriptions.`, details);
    return true;
  }
}

function refused(code: string, message: string): JsonObject {
  return { ok: false, refusal: { code, message } };
}
