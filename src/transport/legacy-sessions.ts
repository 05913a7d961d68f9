/** Keeps the sessions of clients with older protocol revisions. */

import {
  type ClientCapabilities,
  isInitializeRequest,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type LegacyHttpHandler,
  legacyStatelessFallback,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { Connection } from '../surface/connection.ts';
import { isSameVisitor, type Visitor } from '../surface/visitor.ts';
import { isAskable } from './ask-client.ts';
import { OpenRequests, whenEnded } from './open-requests.ts';
import type { Id } from './parse-message.ts';
import { SessionTable } from './session-table.ts';

const MAX_SESSIONS = 1_000;
const SESSION_HEADER = 'mcp-session-id';
/** When a client that was refused may try again. */
const RETRY_AFTER_SECONDS = 60;

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  readonly visitor: Visitor;
  readonly requests: OpenRequests;
}

export interface LegacySessions {
  fetch(request: Request, body: unknown, visitor: Visitor): Promise<Response>;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly newId: () => string;
  readonly now: () => number;
  readonly most?: number;
  /** Called once for each session, in whatever way it ended. */
  readonly onended?: (sessionId: string) => void;
}

export function legacySessions(
  serverFor: (visitor: Visitor) => Server,
  { newId, now, most = MAX_SESSIONS, onended }: SessionOptions,
): LegacySessions {
  const sessions = new SessionTable<Session>(most);

  const open = async (visitor: Visitor, client: ClientCapabilities): Promise<Session> => {
    const own = newId();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => own,
      // What a call asks its client travels on the call's stream, and plain JSON has none.
      enableJsonResponse: !isAskable(client),
      onsessioninitialized: (id) => sessions.add(id, session, now()),
    });
    const server = serverFor({ ...visitor, session: own, connection: new Connection() });
    const session: Session = { transport, server, visitor, requests: new OpenRequests() };
    await session.server.connect(transport);
    server.onclose = () => {
      const id = transport.sessionId;
      if (id === undefined) return;
      sessions.remove(id);
      onended?.(id);
    };
    return session;
  };

  const serve = async (session: Session, request: Request, body: unknown): Promise<Response> => {
    const id = session.transport.sessionId ?? '';
    const leave = sessions.enter(id, now(), isUse(request, body));
    const ended = () => leave(now());
    try {
      return whenEnded(request, await answerRequest(session, request, body), ended);
    } catch (error) {
      ended();
      throw error;
    }
  };

  const find = (id: string, visitor: Visitor): Session | undefined => {
    const session = sessions.get(id);
    // A session of another token must look like one that does not exist.
    return session && isSameVisitor(session.visitor, visitor) ? session : undefined;
  };

  const stateless = (visitor: Visitor): LegacyHttpHandler =>
    legacyStatelessFallback(() => serverFor(visitor));

  return {
    async fetch(request, body, visitor) {
      const id = request.headers.get(SESSION_HEADER);
      if (id !== null) {
        const session = find(id, visitor);
        if (session) return serve(session, request, body);
        return refused(404, -32001, 'Session not found: initialize again');
      }
      if (!isInitializeRequest(body)) return stateless(visitor)(request, parsed(body));
      const gone = sessions.makeRoom(now());
      if (gone === 'full') return tooMany();
      await gone?.session.server.close();
      const session = await open(visitor, body.params.capabilities);
      return session.transport.handleRequest(request, parsed(body));
    },
    async close() {
      await Promise.all(sessions.removeAll().map(({ session }) => session.server.close()));
    },
  };
}

/** Opening a session does not count as using it. */
function isUse(request: Request, body: unknown): boolean {
  return (
    request.method === 'POST' &&
    !(isJSONRPCNotification(body) && body.method === 'notifications/initialized')
  );
}

async function answerRequest(
  { transport, requests }: Session,
  request: Request,
  body: unknown,
): Promise<Response> {
  const respond = () => transport.handleRequest(request, parsed(body));
  if (isJSONRPCRequest(body)) return requests.answer(body.id, respond);
  const response = await respond();
  if (isJSONRPCNotification(body) && body.method === 'notifications/cancelled') {
    const cancelled = body.params?.requestId as Id;
    transport.closeSSEStream(cancelled);
    requests.cancel(cancelled);
  }
  return response;
}

function tooMany(): Response {
  return refused(503, -32000, 'too many sessions are in use: try again later', {
    'retry-after': `${RETRY_AFTER_SECONDS}`,
  });
}

function parsed(body: unknown): { parsedBody?: unknown } {
  return body === undefined ? {} : { parsedBody: body };
}

function refused(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status, headers });
}
