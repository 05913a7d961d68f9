/** Serves the Observatory: a page and an API for people, which only read. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { timestamp } from '../kernel/timestamp.ts';
import type { Store } from '../store/port.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import type { Visitor } from '../surface/visitor.ts';
import { admit, denySite, type Guards, isDenial } from '../transport/guards.ts';
import { HTTP_LIMITS, limitConnections } from '../transport/http-limits.ts';
import { sendJson, sendPage } from '../transport/http-reply.ts';
import { type Address, closeHttp, listen, type RunningServer } from '../transport/serve-http.ts';
import { allowReading, isPreflight, sendPreflight } from './cross-origin.ts';
import { type StatusPage, statusPage, type WorkspaceLine } from './status-page.ts';

/** A longer list would not be read. */
const WORKSPACES_SHOWN = 200;

export interface ObservatoryOptions {
  readonly store: Store;
  readonly version: string;
  readonly mcpUrl: string | undefined;
  /**
   * Connections at once; a further one is closed without an answer, unless a silent one can be
   * closed instead.
   */
  readonly maxConnections: number;
  readonly log: (line: string) => void;
}

export async function serveObservatory(
  options: ObservatoryOptions,
  guards: Guards,
  address: Address,
): Promise<RunningServer> {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { origins } = guards;
    if (!denySite(request, guards)) {
      allowReading(request, response, origins);
      if (isPreflight(request, origins)) return sendPreflight(response);
    }
    const caller = admit(request, guards);
    if (isDenial(caller)) {
      return sendJson(response, caller.status, { error: caller.message, code: 'FORBIDDEN' });
    }
    if (request.method !== 'GET') {
      return sendJson(response, 405, { error: 'only GET is served here', code: 'INVALID_INPUT' });
    }
    const path = (request.url ?? '').split('?', 1)[0];
    if (path === '/health') return sendJson(response, 200, { status: 'ok', server: 'waymark' });
    if (path === '/') return sendPage(response, statusPage(await collect(options, caller)));
    if (path === '/api/status') {
      const { workspaces, ...rest } = await collect(options, caller);
      return sendJson(response, 200, {
        ...rest,
        workspaces: workspaces.map((each) => ({ ...each })),
      });
    }
    return sendJson(response, 404, { error: `nothing at ${path}`, code: 'UNKNOWN_ID' });
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
  limitConnections(http, options.maxConnections);
  const url = await listen(http, address, '/');
  return { url, close: () => closeHttp(http) };
}

async function collect(options: ObservatoryOptions, caller: Visitor): Promise<StatusPage> {
  const { store, version, mcpUrl } = options;
  const all = await store.workspaces();
  const allowed = all.filter((each) => caller.workspaces?.includes(each) ?? true);
  const workspaces: WorkspaceLine[] = [];
  for (const workspace of allowed.slice(0, WORKSPACES_SHOWN)) {
    workspaces.push(await workspaceLine(store, workspace));
  }
  return { version, engine: store.engine, location: store.location, mcpUrl, workspaces };
}

function workspaceLine(store: Store, workspace: string): Promise<WorkspaceLine> {
  return store.read(workspace, async (tx) => {
    const state = await tx.state();
    const checkout = state && (await tx.branches.byId(state.checkout));
    const last = await tx.journal.at(tx.head);
    return {
      workspace,
      events: tx.head,
      checkout: checkout?.name ?? '',
      lastEvent: last?.type ?? '',
      lastAt: last ? timestamp(last.tsMs) : '',
    };
  });
}
