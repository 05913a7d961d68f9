/**
 * Sessions of older clients: which one is ended when there are too many, and how its end is
 * reported.
 */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSurface, TESTER, type TestSurface } from '../../test/support/surface.ts';
import { type LegacySessions, legacySessions } from './legacy-sessions.ts';
import { mcpServer } from './mcp-server.ts';
import { IDLE_MS, SessionTable } from './session-table.ts';

const URL = 'http://127.0.0.1/mcp';
const MOST = 3;
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

let server: TestSurface;
let sessions: LegacySessions;
let nowMs: number;
let ended: string[];

beforeEach(async () => {
  server = await openTestSurface({ defaultWorkspace: 'own' });
  nowMs = 0;
  ended = [];
  let made = 0;
  const options = {
    catalogue: async () => server.surface.catalogue,
    version: '0.0.0',
    surface: async () => server.surface,
    toolsets: ['daily'] as const,
    structured: false,
    asksRoots: false,
    workspaceOf: async () => undefined,
    newId: server.surface.newId,
    onSessionEnded: () => {},
    workspaceIsKnown: false,
    now: () => nowMs,
    log: () => {},
  };
  sessions = legacySessions((caller) => mcpServer(options, caller), {
    newId: () => `s${++made}`,
    now: () => nowMs,
    most: MOST,
    onended: (id) => ended.push(id),
  });
});
afterEach(async () => {
  await sessions.close();
  await server.close();
});

function send(method: string, body?: unknown, session?: string, signal?: AbortSignal) {
  const headers = { ...HEADERS, ...(session === undefined ? {} : { 'mcp-session-id': session }) };
  const request = new Request(URL, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  return sessions.fetch(request, body, TESTER);
}

const post = (body: unknown, session?: string) => send('POST', body, session);

const initialize = () =>
  post({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    },
  });

async function opened(): Promise<string> {
  const response = await initialize();
  expect(response.status).toBe(200);
  const id = response.headers.get('mcp-session-id') ?? '';
  await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, id);
  return id;
}

const ping = async (session: string) =>
  (await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, session)).status;

describe('sessions', () => {
  it('[TP43] that were never used go first, the oldest of them', async () => {
    const [used, first] = [await opened(), await opened()];
    expect(await ping(used)).toBe(200);
    const second = await opened();
    for (let n = 0; n < 20; n++) await opened();
    expect(ended.slice(0, 2)).toEqual([first, second]);
    expect(await ping(used)).toBe(200);
    expect(await ping(first)).toBe(404);
  });

  it('[TP43] that are in use all stay, and a further one is told to try again', async () => {
    const all = [await opened(), await opened(), await opened()];
    for (const id of all) expect(await ping(id)).toBe(200);
    nowMs = IDLE_MS;
    const response = await initialize();
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: {} });
    for (const id of all) expect(await ping(id)).toBe(200);
    expect(ended).toEqual([]);
  });

  it('[TP43] that were idle for long make room', async () => {
    const [idle, other] = [await opened(), await opened()];
    await ping(idle);
    nowMs = 1;
    await ping(other);
    await ping(await opened());
    nowMs = IDLE_MS + 1;
    await opened();
    expect(ended).toEqual([idle]);
    expect(await ping(other)).toBe(200);
  });

  it('[TP43] with an open stream stay, used or not, until it ends', async () => {
    const listening = await opened();
    const leave = new AbortController();
    const stream = await send('GET', undefined, listening, leave.signal);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    for (let n = 0; n < 10; n++) await opened();
    nowMs = 10 * IDLE_MS;
    await opened();
    expect(ended).not.toContain(listening);
    leave.abort();
    for (let n = 0; n < MOST; n++) await opened();
    expect(ended).toContain(listening);
    await stream.body?.cancel();
  });

  it('[TP44] are reported once when they end, in whatever way', async () => {
    const [deleted, evicted, used] = [await opened(), await opened(), await opened()];
    await ping(used);
    expect((await send('DELETE', undefined, deleted)).status).toBe(200);
    expect(ended).toEqual([deleted]);
    await opened();
    await opened();
    expect(ended).toEqual([deleted, evicted]);
    await sessions.close();
    await sessions.close();
    expect(ended.toSorted()).toEqual(['s1', 's2', 's3', 's4', 's5']);
  });
});

describe('the table of sessions', () => {
  it('[TP43] counts each end of a request once', () => {
    const table = new SessionTable<string>(1);
    table.add('a', 'A', 0);
    const leave = [table.enter('a', 0, false), table.enter('a', 0, false)];
    leave[0]?.(1);
    leave[0]?.(1);
    expect(table.makeRoom(2)).toBe('full');
    leave[1]?.(2);
    expect(table.makeRoom(2)).toMatchObject({ id: 'a', session: 'A' });
    expect(table.makeRoom(2)).toBe(undefined);
  });
});
