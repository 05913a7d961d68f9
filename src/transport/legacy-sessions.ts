/** The sessionful leg for clients of older protocol revisions. */

import {
  type ClientCapabilities,
  isInitializeRequest,
  type LegacyHttpHandler,
  legacyStatelessFallback,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { Connection } from '../surface/connection.ts';
import { isSameVisitor, type Visitor } from '../surface/visitor.ts';
import { isAskable } from './ask-client.ts';

const MOST_SESSIONS = 1_000;
const SESSION_HEADER = 'mcp-session-id';

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  readonly visitor: Visitor;
}

export interface LegacySessions {
  fetch(request: Request, body: unknown, visitor: Visitor): Promise<Response>;
  close(): Promise<void>;
}

export function legacySessions(
  serverFor: (visitor: Visitor) => Server,
  newId: () => string,
  onended: (session: string) => void,
): LegacySessions {
  /** Oldest use first, so that the first one is the one to give up. */
  const sessions = new Map<string, Session>();

  /** What was its own ends with it. */
  const end = (id: string) => {
    if (sessions.delete(id)) onended(id);
  };

  const open = async (visitor: Visitor, client: ClientCapabilities): Promise<Session> => {
    const own = newId();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => own,
      // What a call asks of its client travels on the call's stream, and plain JSON has none.
      enableJsonResponse: !isAskable(client),
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: (id) => end(id),
    });
    const server = serverFor({ ...visitor, session: own, connection: new Connection() });
    const session: Session = { transport, server, visitor };
    await session.server.connect(transport);
    return session;
  };

  const find = (id: string, visitor: Visitor): Session | undefined => {
    const session = sessions.get(id);
    // Another token's session is none of this caller's business, not even that it exists.
    if (!session || !isSameVisitor(session.visitor, visitor)) return undefined;
    sessions.delete(id);
    sessions.set(id, session);
    return session;
  };

  const giveUpOldest = async () => {
    const [oldest] = sessions;
    if (sessions.size <= MOST_SESSIONS || !oldest) return;
    end(oldest[0]);
    await oldest[1].server.close();
  };

  const stateless = (visitor: Visitor): LegacyHttpHandler =>
    legacyStatelessFallback(() => serverFor(visitor));

  return {
    async fetch(request, body, visitor) {
      const id = request.headers.get(SESSION_HEADER);
      const options = body === undefined ? {} : { parsedBody: body };
      if (id !== null) {
        const session = find(id, visitor);
        if (session) return session.transport.handleRequest(request, options);
        return Response.json(
          {
            jsonrpc: '2.0',
            id: null,
            error: { code: -32001, message: 'Session not found: initialize again' },
          },
          { status: 404 },
        );
      }
      if (!isInitializeRequest(body)) return stateless(visitor)(request, options);
      const session = await open(visitor, body.params.capabilities);
      const response = await session.transport.handleRequest(request, options);
      await giveUpOldest();
      return response;
    },
    async close() {
      const open = [...sessions.values()];
      sessions.clear();
      await Promise.all(open.map((session) => session.server.close()));
    },
  };
}
