/** Serves MCP over Streamable HTTP: many clients, every protocol revision, one endpoint. */

import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { cleanLine } from '../kernel/text.ts';
import type { Visitor } from '../surface/visitor.ts';
import { admit, type Guards, isDenial, isNamedOrigin } from './guards.ts';
import { HTTP_LIMITS } from './http-limits.ts';
import { sendJson, sendRpcError } from './http-reply.ts';
import { legacySessions } from './legacy-sessions.ts';
import { type McpOptions, mcpServer } from './mcp-server.ts';
import { MCP_PATH, workspaceIn } from './named-in-request.ts';
import { isOwnOrigin } from './own-origin.ts';
import { PARSE_ERROR } from './parse-message.ts';
import { MAX_BODY_BYTES, readJsonBody } from './read-body.ts';

const METHODS = ['POST', 'GET', 'DELETE'];

const NOT_ALLOWED = -32000;

export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface HttpOptions extends Address {
  /** The id of a session gives access to it, so it must not be guessable. */
  readonly newSessionId: () => string;
}

export async function serveHttp(
  options: McpOptions,
  guards: Guards,
  address: HttpOptions,
): Promise<RunningServer> {
  const serverFor = (visitor: Visitor) => mcpServer(options, visitor);
  const modern = createMcpHandler((context) => serverFor(visitorOf(context.authInfo)), {
    legacy: 'reject',
    maxRequestBodySize: MAX_BODY_BYTES,
    onerror: (error) => options.log(`http: ${cleanLine(error.message)}`),
  });
  const legacy = legacySessions(serverFor, {
    newId: address.newSessionId,
    now: options.now,
    onended: options.onSessionEnded,
  });
  const handle = toNodeHandler(
    {
      async fetch(request, { authInfo, parsedBody } = {}) {
        const given = parsedBody === undefined ? {} : { parsedBody };
        return (await isLegacyRequest(request, parsedBody))
          ? legacy.fetch(request, parsedBody, visitorOf(authInfo))
          : modern.fetch(request, { ...given, ...(authInfo ? { authInfo } : {}) });
      },
    },
    { onerror: (error) => options.log(`http: ${cleanLine(error.message)}`) },
  );

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const isForeign = !isOwnOrigin(request) && !isNamedOrigin(request.headers.origin, guards);
    const visitor = admit(request, guards, isForeign);
    if (isDenial(visitor)) {
      return sendRpcError(response, visitor.status, NOT_ALLOWED, visitor.message);
    }
    const path = (request.url ?? '').split('?', 1)[0];
    if (path === '/health') return sendJson(response, 200, { status: 'ok', server: 'waymark' });
    const place = workspaceIn(request);
    if (!place) {
      const served = `only ${MCP_PATH} and ${MCP_PATH}/WORKSPACE are served here`;
      return sendRpcError(response, 404, NOT_ALLOWED, served);
    }
    if ('fault' in place) return sendRpcError(response, 400, NOT_ALLOWED, place.fault);
    if (!METHODS.includes(request.method ?? '')) {
      return sendRpcError(response, 405, NOT_ALLOWED, `use ${METHODS.join(', ')}`);
    }
    const admitted = Object.assign(request, { auth: authInfoOf({ ...visitor, ...place }) });
    if (request.method === 'GET') sendHeadAtOnce(response);
    if (request.method !== 'POST') return handle(admitted, response);
    const body = await readJsonBody(request);
    if ('fault' in body) return sendRpcError(response, body.status, PARSE_ERROR, body.fault);
    return handle(admitted, response, body.value);
  };

  const http = createServer(HTTP_LIMITS, (request, response) => {
    respond(request, response).catch((error: Error) => {
      options.log(`http: ${error.stack}`);
      sendRpcError(response, 500, -32603, 'the request failed inside the server');
    });
  });
  const url = await listen(http, address, MCP_PATH);
  return {
    url,
    async close() {
      await legacy.close();
      await modern.close();
      await closeHttp(http);
    },
  };
}

/** The SDK leaves the head of a stream to its first event, and a client that listens would wait. */
function sendHeadAtOnce(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...words: unknown[]) => ServerResponse;
  Object.assign(response, {
    writeHead(...words: unknown[]) {
      writeHead(...words).flushHeaders();
      return response;
    },
  });
}

/** The SDK carries the caller in its auth field; only we put a visitor there. */
function authInfoOf(visitor: Visitor) {
  return { token: '', clientId: '', scopes: [visitor.role], extra: { visitor } };
}

function visitorOf(authInfo: { extra?: Record<string, unknown> } | undefined): Visitor {
  const visitor = authInfo?.extra?.visitor as Visitor | undefined;
  if (!visitor) throw new Error('a request came in without passing the guards');
  return visitor;
}

export async function listen(http: HttpServer, address: Address, path: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(address.port, address.host, resolve);
  });
  const bound = http.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : address.port;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return `http://${host}:${port}${path}`;
}

/** How long a request may continue after the server was told to stop. */
const LAST_CALLS_MS = 2_000;

export async function closeHttp(http: HttpServer): Promise<void> {
  await new Promise<void>((resolve) => {
    const cutOff = setTimeout(() => http.closeAllConnections(), LAST_CALLS_MS);
    http.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
    http.closeIdleConnections();
  });
}
