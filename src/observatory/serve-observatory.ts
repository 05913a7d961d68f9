/** Serves the Observatory: the page for people, and the feed that it lives on. Both only read. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { digestOf } from '../kernel/digest.ts';
import type { JsonObject } from '../kernel/json.ts';
import { sha256 } from '../sha256.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import type { Surface } from '../surface/surface.ts';
import type { Visitor } from '../surface/visitor.ts';
import { admit, denySite, type Guards, isDenial } from '../transport/guards.ts';
import { HTTP_LIMITS, limitConnections } from '../transport/http-limits.ts';
import { sendJson } from '../transport/http-reply.ts';
import { isOwnOrigin } from '../transport/own-origin.ts';
import { type Address, closeHttp, listen, type RunningServer } from '../transport/serve-http.ts';
import type { ChannelSource } from './channel-source.ts';
import { allowReading, isPreflight, sendPreflight } from './cross-origin.ts';
import { LiveFeed } from './live-feed.ts';
import { memoryStatus } from './memory-status.ts';
import type { Scope } from './scope.ts';
import { WebFiles } from './web-files.ts';

/** Who asks below /api, and what they may see. */
export interface ApiContext {
  readonly scope: Scope;
  readonly surface: Surface;
  readonly caller: Visitor;
  /** How many follow the feed. */
  readonly connections: number;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: JsonObject;
}

export type AnswerApi = (url: string, context: ApiContext) => Promise<ApiAnswer>;

export interface ObservatoryOptions {
  readonly surface: Surface;
  readonly mcpUrl: string | undefined;
  /** Connections to the feed at once; a further one is closed with a sentence. */
  readonly maxConnections: number;
  readonly heartbeatMs?: number | undefined;
  readonly channels: ChannelSource;
  /** Answers requests below /api; undefined if they are switched off. */
  readonly answerApi: AnswerApi | undefined;
  readonly log: (line: string) => void;
}

const NO_API = 'nothing here: the setting observatory_http_api is off';

/** Sockets for every connection to the feed: a browser opens several to load the page. */
const SOCKETS_EACH = 2;
const SOCKETS_BESIDE = 32;

export async function serveObservatory(
  options: ObservatoryOptions,
  guards: Guards,
  address: Address,
): Promise<RunningServer> {
  const files = new WebFiles();
  const feed = new LiveFeed(options, guards);
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { origins } = guards;
    const isForeign = !isOwnOrigin(request);
    const denied = denySite(request, guards, isForeign);
    if (denied) return refuse(response, denied.status, denied.message);
    allowReading(request, response, origins);
    if (isPreflight(request, origins)) return sendPreflight(response);
    if (request.method !== 'GET') return refuse(response, 405, 'only GET is served here');
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === '/health') return sendJson(response, 200, healthOf(options.surface, guards));
    if (path.startsWith('/assets/')) {
      const isSent = files.sendFile(request, response, path.slice('/assets/'.length));
      return isSent ? undefined : refuse(response, 404, `nothing at ${path}`);
    }
    if (!path.startsWith('/api/')) return files.sendShell(response);
    const caller = admit(request, guards, isForeign);
    if (isDenial(caller)) return refuse(response, caller.status, caller.message);
    if (path === '/api/status') {
      return sendJson(response, 200, await memoryStatus(options, caller));
    }
    if (!options.answerApi) return refuse(response, 404, NO_API);
    const { status, body } = await options.answerApi(request.url ?? '', {
      scope: feed.scopeOf(caller),
      surface: options.surface,
      caller,
      connections: feed.connections,
    });
    return sendJson(response, status, body);
  };
  const http = createServer(HTTP_LIMITS, (request, response) => {
    respond(request, response).catch((error: Error) => {
      if (error instanceof StoreUnavailable) {
        return sendJson(response, 503, { error: error.message, code: 'STORE_UNAVAILABLE' });
      }
      options.log(`observatory: ${error.stack}`);
      sendJson(response, 500, { error: 'the request failed inside the server', code: 'INTERNAL' });
    });
  });
  const heard = limitConnections(http, SOCKETS_EACH * options.maxConnections + SOCKETS_BESIDE);
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    heard(request.socket);
    feed.upgrade(request, socket, head);
  });
  const url = await listen(http, address, '/');
  return {
    url,
    async close() {
      await feed.close();
      await closeHttp(http);
    },
  };
}

const CODES: Readonly<Record<number, string>> = { 404: 'UNKNOWN_ID', 405: 'INVALID_INPUT' };

function refuse(response: ServerResponse, status: number, error: string): void {
  sendJson(response, status, { error, code: CODES[status] ?? 'FORBIDDEN' });
}

/** Known to everybody: whether a token is needed, and by which memory a second server knows it. */
function healthOf({ store, facts }: Surface, { grants }: Guards) {
  return {
    status: 'ok',
    server: 'waymark',
    version: facts.version,
    memory: memoryId(store.location),
    asksToken: grants.length > 0,
  };
}

/** The same for every server of one memory; it does not tell where the memory is kept. */
export function memoryId(location: string): string {
  return digestOf(sha256, location).slice(-16);
}
