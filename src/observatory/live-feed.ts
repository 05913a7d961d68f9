/** The WebSocket side of the Observatory: who may connect, and what they share. */

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Surface } from '../surface/surface.ts';
import type { Visitor } from '../surface/visitor.ts';
import { admit, type Guards, isDenial } from '../transport/guards.ts';
import { MOST_FRAME } from './messages.ts';
import { isOwnOrigin } from './own-origin.ts';
import { ReadingCalls } from './reading-calls.ts';
import { Hubs } from './scope.ts';
import { VIEWS } from './views/all-views.ts';
import { Watcher } from './watcher.ts';

export interface LiveFeedOptions {
  readonly surface: Surface;
  readonly maxConnections: number;
  readonly log: (line: string) => void;
}

/** The protocol of the page, and the prefix of a token beside it. */
const PROTOCOL = 'waymark.v1';
const BEARER = 'waymark.bearer.';

const PATHS = ['/', '/ws'];

/** Codes by which a connection is closed. */
const CLOSE = { stopping: 1001, full: 1013 } as const;

/** A connection that has not answered for this long is broken. */
const HEARTBEAT_MS = 20_000;

export class LiveFeed {
  readonly #options: LiveFeedOptions;
  readonly #guards: Guards;
  readonly #server: WebSocketServer;
  readonly #hubs: Hubs;
  readonly #silent = new WeakSet<WebSocket>();
  readonly #heartbeat: NodeJS.Timeout;

  constructor(options: LiveFeedOptions, guards: Guards) {
    this.#options = options;
    this.#guards = guards;
    this.#hubs = new Hubs({ surface: options.surface, views: VIEWS, log: options.log });
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: MOST_FRAME,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
    });
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  get connections(): number {
    return this.#server.clients.size;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (!PATHS.includes(path)) return deny(socket, 404, 'The feed is at / and /ws.');
    const visitor = admit(withToken(request), this.#guards, !isOwnOrigin(request));
    if (isDenial(visitor)) return deny(socket, visitor.status, visitor.message);
    this.#server.handleUpgrade(request, socket, head, (connected) => {
      if (this.connections > this.#options.maxConnections) {
        return connected.close(CLOSE.full, 'too many connections');
      }
      this.#welcome(connected, visitor);
    });
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const socket of this.#server.clients) socket.close(CLOSE.stopping, 'stopping');
    this.#hubs.close();
    this.#server.close();
  }

  #welcome(socket: WebSocket, visitor: Visitor): void {
    const { surface, log } = this.#options;
    socket.on('pong', () => this.#silent.delete(socket));
    new Watcher(socket, {
      scope: this.#hubs.scopeOf(visitor),
      calls: new ReadingCalls(surface, visitor.workspaces),
      log,
    });
  }

  #beat(): void {
    for (const socket of this.#server.clients) {
      if (this.#silent.has(socket)) socket.terminate();
      else {
        this.#silent.add(socket);
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
