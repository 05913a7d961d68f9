/** MCP over Streamable HTTP: many clients, every protocol revision, one endpoint. */

import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import type { Caller } from '../surface/caller.ts';
import { admit, type Guards, isDenial } from './guards.ts';
import { HTTP_LIMITS } from './http-limits.ts';
import { sendJson, sendRpcError } from './http-reply.ts';
import { legacySessions } from './legacy-sessions.ts';
import { type McpOptions, mcpServer } from './mcp-server.ts';
import { PARSE_ERROR } from './parse-message.ts';
import { MAX_BODY_BYTES, readJsonBody } from './read-body.ts';

const PATH = '/mcp';
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
  /** Knowing a session's id is holding the session, so nobody may guess one. */
  readonly newSessionId: () => string;
}

export async function serveHttp(
  options: McpOptions,
  guards: Guards,
  address: HttpOptions,
): Promise<RunningServer> {
  const serverFor = (caller: Caller) => mcpServer(options, caller);
  const modern = createMcpHandler((context) => serverFor(callerOf(context.authInfo)), {
    legacy: 'reject',
    maxRequestBodySize: MAX_BODY_BYTES,
    onerror: (error) => options.log(`http: ${error.message}`),
  });
  const legacy = legacySessions(serverFor, { newId: address.newSessionId, now: options.now });
  const handle = toNodeHandler(
    {
      async fetch(request, { authInfo, parsedBody } = {}) {
        const given = parsedBody === undefined ? {} : { parsedBody };
        return (await isLegacyRequest(request, parsedBody))
          ? legacy.fetch(request, parsedBody, callerOf(authInfo))
          : modern.fetch(request, { ...given, ...(authInfo ? { authInfo } : {}) });
      },
    },
    { onerror: (error) => options.log(`http: ${error.message}`) },
  );

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const caller = admit(request, guards);
    if (isDenial(caller)) return sendRpcError(response, caller.status, NOT_ALLOWED, caller.message);
    const path = (request.url ?? '').split('?', 1)[0];
    if (path === '/health') return sendJson(response, 200, { status: 'ok', server: 'waymark' });
    if (path !== PATH)
      return sendRpcError(response, 404, NOT_ALLOWED, `only ${PATH} is served here`);
    if (!METHODS.includes(request.method ?? '')) {
      return sendRpcError(response, 405, NOT_ALLOWED, `use ${METHODS.join(', ')}`);
    }
    const admitted = Object.assign(request, { auth: authInfoOf(caller) });
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
  const url = await listen(http, address, PATH);
  return {
    url,
    async close() {
      await legacy.close();
      await modern.close();
      await closeHttp(http);
    },
  };
}

/** The SDK carries who called through its auth field; we only ever put our own caller there. */
function authInfoOf(caller: Caller) {
  return { token: '', clientId: caller.agent, scopes: [caller.role], extra: { caller } };
}

function callerOf(authInfo: { extra?: Record<string, unknown> } | undefined): Caller {
  const caller = authInfo?.extra?.caller as Caller | undefined;
  if (!caller) throw new Error('a request came in without passing the guards');
  return caller;
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

/** How long a request may go on after the server was told to stop. */
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
