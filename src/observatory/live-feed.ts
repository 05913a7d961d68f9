/** The WebSocket side of the Observatory: who may connect, and what they share. */

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Surface } from '../surface/surface.ts';
import type { Visitor } from '../surface/visitor.ts';
import { admit, type Guards, isDenial } from '../transport/guards.ts';
import { isOwnOrigin } from '../transport/own-origin.ts';
import type { ChannelSource } from './channel-source.ts';
import { MAX_FRAME } from './messages.ts';
import { CLOSE } from './outlet.ts';
import { ReadingCalls } from './reading-calls.ts';
import { Hubs, type Scope } from './scope.ts';
import { VIEWS } from './views/all-views.ts';
import { Watcher } from './watcher.ts';

export interface LiveFeedOptions {
  readonly surface: Surface;
  readonly channels: ChannelSource;
  readonly maxConnections: number;
  /** How often connections are asked whether they live; only tests choose another time. */
  readonly heartbeatMs?: number | undefined;
  readonly log: (line: string) => void;
}

/** The protocol of the page, and the prefix of a token beside it. */
const PROTOCOL = 'waymark.v1';
const BEARER = 'waymark.bearer.';

const PATHS = ['/', '/ws'];

/** The parameter of the address whose values are heard as the first messages. */
const FIRST = 'say';

const HEARTBEAT_MS = 20_000;
/** Heartbeats without a sign of life, after which a connection counts as broken. */
const MAX_MISSED = 2;

/** How long a connection may take to say goodbye. */
const FAREWELL_MS = 1_000;

/** A longer message is not even read; one that is only too long is refused with a sentence. */
const MAX_PAYLOAD = 4 * MAX_FRAME;

export class LiveFeed {
  readonly #options: LiveFeedOptions;
  readonly #guards: Guards;
  readonly #server: WebSocketServer;
  readonly #hubs: Hubs;
  /** The connections that are served, with the heartbeats that they have not answered. */
  readonly #missed = new Map<WebSocket, number>();
  readonly #heartbeat: NodeJS.Timeout;

  constructor(options: LiveFeedOptions, guards: Guards) {
    this.#options = options;
    this.#guards = guards;
    this.#hubs = new Hubs({ surface: options.surface, views: VIEWS, log: options.log });
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: MAX_PAYLOAD,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
    });
    this.#heartbeat = setInterval(() => this.#beat(), options.heartbeatMs ?? HEARTBEAT_MS).unref();
  }

  get connections(): number {
    return this.#missed.size;
  }

  /** What a visitor may see, for whoever answers it in another way. */
  scopeOf(visitor: Visitor): Scope {
    return this.#hubs.scopeOf(visitor);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s, 2);
    if (!PATHS.includes(path)) return deny(socket, 404, 'The feed is at / and /ws.');
    const visitor = admit(withToken(request), this.#guards, !isOwnOrigin(request));
    if (isDenial(visitor)) return deny(socket, visitor.status, visitor.message);
    this.#server.handleUpgrade(request, socket, head, (connected) => {
      if (this.connections < this.#options.maxConnections)
        this.#welcome(connected, visitor, socket, new URLSearchParams(query).getAll(FIRST));
      else this.#turnAway(connected);
    });
  }

  /** Resolves when every connection has ended. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    const { clients } = this.#server;
    for (const socket of clients) socket.close(CLOSE.stopping, 'the server is stopping');
    this.#hubs.close();
    this.#server.close();
    const cutOff = setTimeout(() => {
      for (const socket of clients) socket.terminate();
    }, FAREWELL_MS);
    while (clients.size > 0) await sleep(10);
    clearTimeout(cutOff);
  }

  #welcome(socket: WebSocket, visitor: Visitor, wire: Duplex, first: readonly string[]): void {
    const { surface, channels, log } = this.#options;
    this.#missed.set(socket, 0);
    const isAlive = () => void (this.#missed.has(socket) && this.#missed.set(socket, 0));
    socket.on('pong', isAlive);
    socket.on('message', isAlive);
    socket.on('close', () => this.#missed.delete(socket));
    const watcher = new Watcher(socket, {
      wire,
      scope: this.scopeOf(visitor),
      calls: new ReadingCalls(surface, visitor.workspaces),
      channels,
      log,
    });
    for (const message of first) watcher.hear(Buffer.from(message));
  }

  #turnAway(socket: WebSocket): void {
    socket.on('error', () => {});
    const most = this.#options.maxConnections;
    socket.close(CLOSE.tryLater, `too many connections: this server allows ${most}`);
    const cutOff = setTimeout(() => socket.terminate(), FAREWELL_MS).unref();
    socket.on('close', () => clearTimeout(cutOff));
  }

  #beat(): void {
    for (const [socket, missed] of this.#missed) {
      if (missed >= MAX_MISSED) socket.terminate();
      else {
        this.#missed.set(socket, missed + 1);
        socket.ping();
      }
    }
  }
}

/** A page cannot set the header of an upgrade, so its token comes as a subprotocol. */
function withToken(request: IncomingMessage): IncomingMessage {
  const offered = String(request.headers['sec-websocket-protocol'] ?? '').split(/, */);
  const token = offered.find((each) => each.startsWith(BEARER))?.slice(BEARER.length);
  if (token !== undefined) {
    const secret = Buffer.from(token, 'base64url').toString();
    request.headers.authorization = `Bearer ${secret}`;
  }
  return request;
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
};

function deny(socket: Duplex, status: number, message: string): void {
  const body = JSON.stringify({ error: message });
  // Else a client that does not close its side, or breaks off, would keep the socket or end us.
  socket.on('error', () => {});
  socket.once('finish', () => socket.destroy());
  socket.end(
    [
      `HTTP/1.1 ${status} ${REASONS[status] ?? ''}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      ...(status === 401 ? ['www-authenticate: Bearer'] : []),
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
