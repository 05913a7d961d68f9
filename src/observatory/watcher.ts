/** One connection to the feed: what it asks for, and what it is sent. */

import type { WebSocket } from 'ws';
import type { JsonObject } from '../kernel/json.ts';
import { redact } from '../kernel/redaction.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import type { Hub } from './hub.ts';
import { type ClientMessage, parseMessage } from './messages.ts';
import type { ReadingCalls } from './reading-calls.ts';
import type { AnyView } from './view.ts';
import { type Outlet, ViewSubscription } from './view-subscription.ts';

/** What is sent is held back above this many bytes that the reader has not taken. */
const FULL_BYTES = 256 * 1024;
/** How often a full connection is looked at. */
const ROOM_MS = 50;

const MOST_SUBSCRIPTIONS = 32;

/** What a connection may see. */
export interface WatcherOptions {
  /** The hub of a workspace; undefined if the connection may not see it or it does not exist. */
  hubOf(workspace: string | undefined): Promise<Hub | undefined>;
  viewNamed(name: string): AnyView | undefined;
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

  async room(): Promise<void> {
    while (this.isFull && !this.isClosed) {
      await new Promise((resolve) => setTimeout(resolve, ROOM_MS));
    }
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
    this.#answer(message).catch((error: Error) => {
      if (error instanceof StoreUnavailable) {
        return this.#refuse('STORAGE_ERROR', error.message);
      }
      this.#options.log(`observatory: ${error.stack}`);
      this.#refuse('INTERNAL_ERROR', 'The message failed inside the server.');
    });
  }

  async #answer(message: ClientMessage): Promise<void> {
    if (message.action === 'read') return this.#read(message);
    if (message.action === 'call') return this.#call(message);
    if (message.channel === 'view') {
      if (message.action === 'subscribe') return this.#watch(message);
      this.#views.get(message.id)?.stop();
      this.#views.delete(message.id);
      return;
    }
    this.#refuse('INVALID_PAYLOAD', `The channel ${message.channel} is not served yet.`);
  }

  async #watch({ id, view: name, args, workspace, since }: Ask<'subscribe', 'view'>) {
    const view = this.#options.viewNamed(name);
    const parsed = view?.args.safeParse(args);
    if (!view || !parsed?.success) {
      return this.#refuse('INVALID_PAYLOAD', `There is no view ${name} with these arguments.`, id);
    }
    const hub = await this.#options.hubOf(workspace ?? undefined);
    if (!hub) return this.#refuse('INVALID_PAYLOAD', NO_WORKSPACE, id);
    if (!this.#views.has(id) && this.#views.size >= MOST_SUBSCRIPTIONS) {
      const most = `A connection has at most ${MOST_SUBSCRIPTIONS} subscriptions.`;
      return this.#refuse('INVALID_PAYLOAD', most, id);
    }
    this.#views.get(id)?.stop();
    const subscription = new ViewSubscription(hub.feedOf(view, parsed.data), this, id);
    this.#views.set(id, subscription);
    await subscription.start(since ?? undefined);
  }

  async #read({ id, view: name, args, workspace, cursor }: Ask<'read'>) {
    const view = this.#options.viewNamed(name);
    const parsed = view?.args.safeParse(args);
    if (!view || !parsed?.success) {
      const message = `There is no view ${name} with these arguments.`;
      return this.#reply(id, { ok: false, refusal: { code: 'INVALID_PAYLOAD', message } });
    }
    const hub = await this.#options.hubOf(workspace ?? undefined);
    if (!hub) {
      return this.#reply(id, {
        ok: false,
        refusal: { code: 'INVALID_PAYLOAD', message: NO_WORKSPACE },
      });
    }
    const { page, seq } = await hub.look(async (look) => ({
      page: await view.page(look, parsed.data, cursor ?? undefined),
      seq: look.tx.head,
    }));
    this.#reply(id, { ok: true, seq, result: { ...page } as unknown as JsonObject });
  }

  async #call({ id, tool, args, workspace }: Ask<'call'>): Promise<void> {
    this.#reply(id, await this.#options.calls.answer(tool, args, workspace ?? undefined));
  }

  #reply(id: string, fields: JsonObject): void {
    this.send(JSON.stringify(redact({ event: 'reply', data: { id, ...fields } })));
  }

  /** `id` of the subscription or question that is refused. */
  #refuse(code: string, message: string, id?: string): void {
    const data = { code, message, ...(id === undefined ? {} : { details: { id } }) };
    this.send(JSON.stringify({ channel: 'error', event: 'error', data }));
  }
}

const NO_WORKSPACE = 'There is no such workspace here, or this connection may not see it.';
