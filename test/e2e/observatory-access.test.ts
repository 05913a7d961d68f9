/** Which sites may read the Observatory, how many connections at once, and whether it is opened. */

import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES, type TestPlace } from '../support/engines.ts';
import { FeedClient } from '../support/feed-client.ts';
import { ask, type HttpServer, post, startHttpServer } from '../support/http-server.ts';
import { exitOf, startWaymark } from '../support/waymark-command.ts';

const OURS = 'https://board.example';
const OTHER = 'https://evil.example';
const TOKEN = 'a-token-for-the-observatory';
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

const ALLOW = 'access-control-allow-origin';

let place: TestPlace;
let server: HttpServer;

beforeAll(async () => {
  const [engine] = ENGINES;
  if (!engine) throw new Error('no engine to test on');
  place = await engine.migrated();
});
afterEach(async () => {
  await server.stop();
});
afterAll(() => place.remove());

async function start(env: Readonly<Record<string, string>>, ...more: string[]): Promise<void> {
  server = await startHttpServer({ flags: place.flags, workspace: 'w', env, more });
}

const read = (origin: string, more: Readonly<Record<string, string>> = {}) =>
  ask(`${server.observatoryUrl}api/status`, { headers: { origin, ...more } });

const preflight = (origin: string) =>
  ask(server.observatoryUrl, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });

describe('pages of other sites', () => {
  it('[TP29] read nothing unless they are named', async () => {
    await start({});
    expect((await read(OURS)).status).toBe(403);
    expect((await preflight(OURS)).status).toBe(403);
    const own = await read(new URL(server.observatoryUrl).origin);
    expect(own.status).toBe(200);
    expect(own.headers).not.toHaveProperty(ALLOW);
  });

  it('[TP29] read the Observatory if they are named, and MCP never', async () => {
    await start({ THOUGHTBOX_OBSERVATORY_CORS: `http://localhost:3000, ${OURS}` });
    const answer = await read(OURS);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers).toMatchObject({ [ALLOW]: OURS, vary: 'Origin' });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    const refused = await read(OTHER);
    expect(refused.status).toBe(403);
    expect(refused.headers).not.toHaveProperty(ALLOW);
    const mcp = await post(server.mcpUrl, LIST, { origin: OURS });
    expect(mcp.status).toBe(403);
    expect(mcp.headers).not.toHaveProperty(ALLOW);
    // Another Host is the sign of DNS rebinding, whatever the page says about itself.
    expect((await read(OURS, { host: 'evil.example' })).status).toBe(403);
    expect((await ask(server.observatoryUrl, { method: 'POST' })).status).toBe(405);
  });

  it('[TP29] may all read with *, without credentials', async () => {
    await start({ WAYMARK_OBSERVATORY_CORS: '*' });
    for (const origin of [OURS, OTHER, 'null']) {
      const answer = await read(origin);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers).toMatchObject({ [ALLOW]: '*' });
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
    expect((await post(server.mcpUrl, LIST, { origin: OTHER })).status).toBe(403);
  });

  it('[TP29] still need the token', async () => {
    await start({ WAYMARK_OBSERVATORY_CORS: OURS }, '--token', TOKEN);
    const asked = await preflight(OURS);
    expect(asked.status).toBe(204);
    expect(asked.headers).toMatchObject({
      [ALLOW]: OURS,
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'Authorization',
    });
    expect((await preflight(OTHER)).status).toBe(403);
    const without = await read(OURS);
    expect(without.status).toBe(401);
    expect(without.headers).toMatchObject({ [ALLOW]: OURS });
    const authorization = `Bearer ${TOKEN}`;
    expect((await read(OURS, { authorization })).status).toBe(200);
    expect((await read(OTHER, { authorization })).status).toBe(403);
  });
});

describe('connections', () => {
  const held: Socket[] = [];
  afterEach(() => {
    for (const socket of held.splice(0)) socket.destroy();
  });

  /** Held open without sending anything; resolves once the server has accepted or closed it. */
  async function hold(): Promise<Socket> {
    const { hostname, port } = new URL(server.observatoryUrl);
    const socket = connect(Number(port), hostname);
    held.push(socket);
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('connect', resolve));
    return socket;
  }

  const gone = (socket: Socket) =>
    socket.closed || new Promise((resolve) => socket.once('close', () => resolve(true)));

  /** Has sent a request and got its answer, as a browser that keeps its connection. */
  async function speak(): Promise<Socket> {
    const socket = await hold();
    const answer = new Promise((resolve) => socket.once('data', resolve));
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(String(await answer)).toMatch(/^HTTP\/1.1 200/);
    return socket;
  }

  it('[TP30] to the feed are limited in number, until one is closed', async () => {
    await start({ THOUGHTBOX_OBSERVATORY_MAX_CONN: '2' });
    const [first, second] = [
      await FeedClient.open(server.observatoryUrl),
      await FeedClient.open(server.observatoryUrl),
    ];
    const third = await FeedClient.open(server.observatoryUrl);
    expect(await third.closed).toEqual({
      code: 1013,
      reason: 'too many connections: this server allows 2',
    });
    expect((await ask(server.observatoryUrl)).status).toBe(200);
    expect((await post(server.mcpUrl, LIST)).status).toBe(200);
    for (const client of [first, second]) client.send('ping');
    await expect.poll(() => [first.texts, second.texts]).toEqual([['pong'], ['pong']]);
    await first.close();
    const fourth = await FeedClient.open(server.observatoryUrl);
    fourth.send('ping');
    await expect.poll(() => fourth.texts).toEqual(['pong']);
    await Promise.all([second.close(), fourth.close()]);
    expect(server.stderr()).toBe('');
  });

  it('[TP30] [TP46] without a request make room, the oldest first', async () => {
    await start({ THOUGHTBOX_OBSERVATORY_MAX_CONN: '1' });
    // One socket for the feed, one beside it, and 32 for everybody: this is the last of them.
    const MOST = 34;
    const speaking = await speak();
    const silent = await hold();
    silent.resume();
    const half: Socket[] = [];
    while (half.length < MOST - 2) {
      const socket = await hold();
      half.push(socket);
      socket.write('GET / HTTP/1.1\r\nHost: local');
    }
    for (let n = 0; n < 20; n++) expect((await ask(server.observatoryUrl)).status).toBe(200);
    expect(await gone(silent)).toBe(true);
    expect(speaking.closed).toBe(false);
    expect(half.filter(({ closed }) => closed)).toEqual([]);
  });
});

describe('half-open connections', () => {
  const HALF_OPEN = 100;
  const held: Socket[] = [];
  afterEach(() => {
    for (const socket of held.splice(0)) socket.destroy();
  });

  /** Some send nothing, some never end their headers. */
  function holdHalfOpen(url: string): Promise<unknown> {
    const { hostname, port } = new URL(url);
    const closed = Array.from({ length: HALF_OPEN }, (_, n) => {
      const socket = connect(Number(port), hostname);
      held.push(socket);
      if (n % 2 === 0) socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: ');
      socket.on('error', () => {}).resume();
      return new Promise((resolve) => socket.once('close', resolve));
    });
    return Promise.all(closed);
  }

  it('[TP46] keep no other client out, and are closed; an open stream is not', async () => {
    await start({});
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    };
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
    const { headers } = await post(server.mcpUrl, initialize);
    const session = { 'mcp-session-id': String(headers['mcp-session-id']) };
    const leave = new AbortController();
    const stream = await fetch(server.mcpUrl, {
      headers: { accept: 'text/event-stream', ...session },
      signal: leave.signal,
    });
    let streamEnded = false;
    const reading = stream.body?.pipeTo(new WritableStream()).then(
      () => {
        streamEnded = true;
      },
      () => {},
    );
    const closed = [server.mcpUrl, server.observatoryUrl].map(holdHalfOpen);
    for (let n = 0; n < 20; n++) {
      expect((await ask(server.observatoryUrl)).status).toBe(200);
      expect((await post(server.mcpUrl, LIST)).status).toBe(200);
    }
    await Promise.all(closed);
    expect(streamEnded).toBe(false);
    expect((await post(server.mcpUrl, LIST, session)).status).toBe(200);
    leave.abort();
    await reading;
  });
});

describe('a closed Observatory', () => {
  it('[TP28] is not opened, and MCP is', async () => {
    await start({ THOUGHTBOX_OBSERVATORY_ENABLED: 'false' });
    expect(server.observatoryUrl).toBe('closed');
    expect((await post(server.mcpUrl, LIST)).status).toBe(200);
  });

  it('[TP28] is opened by waymark ui all the same', async () => {
    const env = { THOUGHTBOX_OBSERVATORY_ENABLED: 'false' };
    const words = ['ui', '--observatory-port', '0', '--workspace', 'w', ...place.flags];
    const page = startWaymark(words, { env });
    const said = await new Promise<string>((resolve) => {
      page.stdout.once('data', (part: Buffer) => resolve(part.toString()));
    });
    expect((await fetch(/http\S+/.exec(said)?.[0] ?? said)).status).toBe(200);
    page.kill();
    expect(await exitOf(page)).toEqual({ code: 0, signal: null });
  });
});
