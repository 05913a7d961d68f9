/** Over HTTP only the right Host, Origin and token are admitted, and every refusal is JSON. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { MAIN_ENGINES, type TestPlace } from '../support/engines.ts';
import {
  ask,
  type HttpAnswer,
  type HttpServer,
  MCP_HEADERS,
  post,
  startHttpServer,
} from '../support/http-server.ts';
import { headsOf, journalAt } from '../support/journal.ts';
import { codeIn } from '../support/reply.ts';
import { callText, connectHttp, ERAS } from '../support/sdk-client.ts';
import { runWaymark } from '../support/waymark-command.ts';

const [engine] = MAIN_ENGINES;
if (!engine) throw new Error('no engine to test on');

const WRONG_USAGE = 2;
const BODY_LIMIT = 4 * 1024 * 1024;

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

/** The status alone is not enough: a program cannot read a page of HTML. */
function expectJsonError(answer: HttpAnswer, status: number): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(JSON.parse(answer.text)).toMatchObject({ error: expect.anything() });
}

describe('an open server on loopback', () => {
  let place: TestPlace;
  let server: HttpServer;
  beforeAll(async () => {
    place = await engine.place();
    server = await startHttpServer({ flags: place.flags, workspace: 'open' });
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    await place.remove();
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'a b',
    '[::2]',
    'x@',
    'localhost/evil',
    'localhost#x',
    'localhost?x',
    'localhost\\\\x',
    'evil@localhost',
    'localhost:',
    'localhost:x',
  ])('[TP14] [TP52] refuses Host %j', async (host) => {
    expectJsonError(await post(server.mcpUrl, LIST, { host }), 403);
    expectJsonError(await ask(server.observatoryUrl, { headers: { host } }), 403);
  });

  it.each([
    'http://evil.example',
    'https://localhost.evil.example',
    'null',
    'file://',
    'localhost',
  ])('[TP15] refuses Origin %j', async (origin) => {
    expectJsonError(await post(server.mcpUrl, LIST, { origin }), 403);
    expectJsonError(await ask(server.observatoryUrl, { headers: { origin } }), 403);
  });

  it('[TP53] refuses pages of other ports and schemes of this machine', async () => {
    const { port } = new URL(server.mcpUrl);
    const page = new URL(server.observatoryUrl).origin;
    for (const origin of ['http://localhost:3000', `https://127.0.0.1:${port}`, page]) {
      expectJsonError(await post(server.mcpUrl, LIST, { origin }), 403);
    }
    expect((await post(server.mcpUrl, LIST, { origin: `http://127.0.0.1:${port}` })).status).toBe(
      200,
    );
  });

  it('admits its own names as Host and Origin', async () => {
    const { port } = new URL(server.mcpUrl);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
      const answer = await post(server.mcpUrl, LIST, { host, origin: `http://${host}` });
      expect(answer.status, answer.text).toBe(200);
    }
  });

  it('[TP13] refuses a body that is too large, by its length header or by its bytes', async () => {
    for (const size of [BODY_LIMIT, 2 * BODY_LIMIT, 4 * BODY_LIMIT]) {
      const body = JSON.stringify({ ...LIST, params: { x: 'a'.repeat(size) } });
      const request = { method: 'POST', headers: MCP_HEADERS, body };
      expectJsonError(await ask(server.mcpUrl, request), 413);
      expectJsonError(await ask(server.mcpUrl, { ...request, chunked: true }), 413);
    }
  });

  it('[TP13] refuses a body that is not JSON, or not UTF-8', async () => {
    const bodies = ['hello', '', '{"jsonrpc":"2.0"', Buffer.from([0x22, 0xff, 0xfe, 0x22])];
    for (const body of bodies) {
      const request = { method: 'POST', headers: MCP_HEADERS, body };
      expectJsonError(await ask(server.mcpUrl, request), 400);
    }
  });

  it('refuses JSON that is not a message', async () => {
    for (const message of [1, 'x', null, true, [], {}, { jsonrpc: '1.0', id: 1, method: 'ping' }]) {
      expectJsonError(await post(server.mcpUrl, message), 400);
    }
  });

  it('[TP12] refuses other paths and other methods', async () => {
    const { origin } = new URL(server.mcpUrl);
    for (const path of ['/', '/mcp2', '/../mcp2', '/favicon.ico', '/%00', '//mcp']) {
      expectJsonError(await ask(`${origin}${path}`), 404);
      expectJsonError(await post(`${origin}${path}`, LIST), 404);
    }
    for (const method of ['PUT', 'PATCH', 'OPTIONS']) {
      expectJsonError(await ask(server.mcpUrl, { method }), 405);
    }
    expectJsonError(await ask(`${server.observatoryUrl}api/nothing`), 404);
  });

  it('answers a request with odd headers in JSON as well', async () => {
    const body = JSON.stringify(LIST);
    const odd: Record<string, string>[] = [
      {},
      { 'content-type': 'text/plain' },
      { accept: 'text/html' },
    ];
    for (const headers of odd) {
      const answer = await ask(server.mcpUrl, { method: 'POST', headers, body });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expectJsonError(answer, answer.status);
    }
  });

  it('still serves after all that', async () => {
    expect((await post(server.mcpUrl, LIST)).status).toBe(200);
    expect((await ask(new URL('/health', server.mcpUrl).href)).status).toBe(200);
    expect(server.stderr()).not.toMatch(/^ +at /m);
  });
});

describe('a server that asks for a token', () => {
  const token = 'a-token-of-the-command-line';
  let place: TestPlace;
  let server: HttpServer;
  beforeAll(async () => {
    place = await engine.place();
    const more = ['--token', token];
    server = await startHttpServer({ flags: place.flags, workspace: 'locked', more });
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    await place.remove();
  });

  it('[TP16] refuses every request without the right one', async () => {
    const wrong = [
      {},
      { authorization: '' },
      { authorization: 'Bearer ' },
      { authorization: 'Bearer wrong' },
      { authorization: `Bearer ${token}x` },
      { authorization: `Bearer ${token.slice(0, -1)}` },
      { authorization: `Basic ${token}` },
      { authorization: token },
      { 'x-token': token },
    ].map((headers) => headers as Record<string, string>);
    for (const headers of wrong) {
      expectJsonError(await post(server.mcpUrl, LIST, headers), 401);
      expectJsonError(await ask(`${server.observatoryUrl}api/status`, { headers }), 401);
    }
    expectJsonError(await post(`${server.mcpUrl}?token=${token}`, LIST), 401);
  });

  it.each(ERAS)('serves a client of %s that has it', async (era) => {
    const client = await connectHttp(era, server.mcpUrl, token);
    try {
      const reply = await callText(client, 'notes_commit', { content: 'by token' });
      expect(reply.isError, reply.text).toBe(false);
    } finally {
      await client.close();
    }
    const headers = { authorization: `Bearer ${token}` };
    expect((await ask(server.observatoryUrl, { headers })).status).toBe(200);
  });

  it('never repeats it', () => {
    expect(server.stdout()).not.toContain(token);
    expect(server.stderr()).not.toContain(token);
  });
});

describe('tokens with roles and workspaces', () => {
  const reader = 'token-of-the-reader';
  const writer = 'token-of-the-writer';
  const CONFIG = `tokens:
  - { token: ${reader}, agent: rita, role: read }
  - { token: ${writer}, agent: walt, role: write, workspaces: [alpha] }
`;
  let place: TestPlace;
  let server: HttpServer;
  let cwd: string;
  beforeAll(async () => {
    place = await engine.place();
    cwd = mkdtempSync(join(tmpdir(), 'waymark-'));
    writeFileSync(join(cwd, 'waymark.config.yaml'), CONFIG);
    server = await startHttpServer({ flags: place.flags, workspace: 'own', cwd });
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    await place.remove();
    rmSync(cwd, { recursive: true, force: true });
  });

  async function call(token: string, name: string, args: Record<string, unknown>) {
    const params = { name, arguments: args };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const answer = await post(server.mcpUrl, message, { authorization: `Bearer ${token}` });
    expect(answer.status, answer.text).toBe(200);
    // Without a session the older revision may answer as a stream of one event.
    const json = answer.text.replace(/^[\s\S]*?data: /, '');
    const { result } = JSON.parse(json) as {
      result: { content: [{ text: string }]; isError: boolean };
    };
    return { text: result.content[0].text, isError: result.isError };
  }

  async function heads(): Promise<Record<string, number>> {
    const store = await openStore(place);
    try {
      return await headsOf(store);
    } finally {
      await store.close();
    }
  }

  it('lets a writer write in its workspaces, under its own name', async () => {
    const reply = await call(writer, 'notes_commit', { workspace: 'alpha', content: 'mine' });
    expect(reply.isError, reply.text).toBe(false);
    const events = await journalAt(place, 'alpha');
    expect(events.map((event) => event.agent)).toEqual(['walt', 'walt']);
  });

  it('refuses a writer every other workspace, for reading too', async () => {
    const before = await heads();
    for (const args of [{ workspace: 'beta' }, { workspace: 'alpha/..' }]) {
      const write = await call(writer, 'notes_commit', { ...args, content: 'not mine' });
      expect(codeIn(write.text), write.text).toBe('FORBIDDEN');
      const read = await call(writer, 'status', args);
      expect(codeIn(read.text), read.text).toBe('FORBIDDEN');
    }
    expect(await heads()).toEqual(before);
  });

  it('[TP17] lets a reader read, and refuses its writes', async () => {
    const before = await heads();
    const shown = await call(reader, 'show', { workspace: 'alpha', doc: 'notes' });
    expect(shown.text).toContain('mine');
    for (const [tool, args] of [
      ['notes_commit', { content: 'x' }],
      ['macro_branch_note', { content: 'x' }],
      ['branch_create', { name: 'x' }],
      ['checkout', { ref: 'main' }],
      ['init', {}],
    ] as const) {
      const reply = await call(reader, tool, { workspace: 'alpha', ...args });
      expect(codeIn(reply.text), `${tool}: ${reply.text}`).toBe('FORBIDDEN');
    }
    expect(await heads()).toEqual(before);
  });

  it('lets a reader ask for a workspace that does not exist without creating it', async () => {
    const before = await heads();
    // Without a workspace the server's own is meant, which a writer's first use creates.
    for (const [tool, args] of [
      ['show', { doc: 'notes' }],
      ['branch_list', {}],
      ['diff', { from: 'main', to: 'main' }],
      ['status', {}],
    ] as const) {
      await call(reader, tool, args);
    }
    expect(await heads()).toEqual(before);
  });

  it('[TP21] [TP22] shows the Observatory only what the token may see', async () => {
    const other = await runWaymark([
      ...['call', 'init', '{}', '--workspace', 'secret-project', ...place.flags],
    ]);
    expect(other, other.stderr).toMatchObject({ code: 0 });
    const headers = { authorization: `Bearer ${writer}` };
    const page = await ask(`${server.observatoryUrl}api/status`, { headers });
    expect(page.status, page.text).toBe(200);
    expect(page.text).toContain('alpha');
    expect(page.text).not.toContain('secret-project');
  });

  it('[TP19] keeps a session to the token that opened it', async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {} };
    const clientInfo = { name: 'raw', version: '1' };
    const opened = await post(
      server.mcpUrl,
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: { ...params, clientInfo } },
      { authorization: `Bearer ${writer}` },
    );
    const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
    const own = { ...session, authorization: `Bearer ${writer}` };
    expect((await post(server.mcpUrl, LIST, own)).status).toBe(200);
    const foreign = { ...session, authorization: `Bearer ${reader}` };
    expectJsonError(await post(server.mcpUrl, LIST, foreign), 404);
    expectJsonError(await post(server.mcpUrl, LIST, session), 401);
  });
});

describe('serving refused at the start', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'waymark-'));
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  async function expectWrongUsage(more: readonly string[], sentence: RegExp): Promise<void> {
    const ports = ['--port', '0', '--observatory-port', '0'];
    const words = ['serve', '--data-dir', dataDir, '--workspace', 'w', ...ports, ...more];
    const finished = await runWaymark(words);
    expect(finished, finished.stderr).toMatchObject({ code: WRONG_USAGE, stdout: '' });
    expect(finished.stderr).toMatch(sentence);
  }

  it.each(['0.0.0.0', '::', '192.0.2.1', 'example.com'])('[TP18] on %s without a token', (host) =>
    expectWrongUsage(['--host', host], /^waymark: Serving on .* needs a token.*\n$/),
  );

  it('with a token that is too short', () =>
    expectWrongUsage(['--host', '0.0.0.0', '--token', 'short'], /^waymark: .*at least 8/));

  it('[TP23] on a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const sentence = /^waymark: Port \d+ \(MCP\) is in use\. Choose .* --port PORT\n$/;
    await expectWrongUsage(['--port', `${port}`], sentence);
    other.close();
  });

  it('but not on every address with a token', async () => {
    const token = 'long-enough-to-be-one';
    const server = await startHttpServer({
      flags: ['--data-dir', dataDir],
      workspace: 'w',
      more: ['--host', '0.0.0.0', '--token', token],
    });
    const url = server.mcpUrl.replace('0.0.0.0', '127.0.0.1');
    expectJsonError(await post(url, LIST), 401);
    expect((await post(url, LIST, { authorization: `Bearer ${token}` })).status).toBe(200);
    expect(await server.stop()).toMatchObject({ code: 0 });
  });
});
