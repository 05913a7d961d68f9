/** The sessionful leg for clients of older protocol revisions. */

import {
  type ClientCapabilities,
  isInitializeRequest,
  type LegacyHttpHandler,
  legacyStatelessFallback,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { type Caller, isSameCaller } from '../surface/caller.ts';
import { Connection } from '../surface/connection.ts';
import { isAskable } from './ask-client.ts';

const MOST_SESSIONS = 1_000;
const SESSION_HEADER = 'mcp-session-id';

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  readonly caller: Caller;
}

export interface LegacySessions {
  fetch(request: Request, body: unknown, caller: Caller): Promise<Response>;
  close(): Promise<void>;
}

export function legacySessions(
  serverFor: (caller: Caller) => Server,
  newId: () => string,
): LegacySessions {
  /** Oldest use first, so that the first one is the one to give up. */
  const sessions = new Map<string, Session>();

  const open = async (caller: Caller, client: ClientCapabilities): Promise<Session> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: newId,
      // What a call asks of its client travels on the call's stream, and plain JSON has none.
      enableJsonResponse: !isAskable(client),
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const server = serverFor({ ...caller, connection: new Connection() });
    const session: Session = { transport, server, caller };
    await session.server.connect(transport);
    return session;
  };

  const find = (id: string, caller: Caller): Session | undefined => {
    const session = sessions.get(id);
    // Another token's session is none of this caller's business, not even that it exists.
    if (!session || !isSameCaller(session.caller, caller)) return undefined;
    sessions.delete(id);
    sessions.set(id, session);
    return session;
  };

  const giveUpOldest = async () => {
    const [oldest] = sessions;
    if (sessions.size <= MOST_SESSIONS || !oldest) return;
    sessions.delete(oldest[0]);
    await oldest[1].server.close();
  };

  const stateless = (caller: Caller): LegacyHttpHandler =>
    legacyStatelessFallback(() => serverFor(caller));

  return {
    async fetch(request, body, caller) {
      const id = request.headers.get(SESSION_HEADER);
      const options = body === undefined ? {} : { parsedBody: body };
      if (id !== null) {
        const session = find(id, caller);
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
      if (!isInitializeRequest(body)) return stateless(caller)(request, options);
      const session = await open(caller, body.params.capabilities);
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
