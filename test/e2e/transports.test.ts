/** The official client reaches every tool over stdio and HTTP, in current and older eras. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../src/operations/catalogue.ts';
import { listedTools, type Toolset } from '../../src/surface/toolsets.ts';
import { MAIN_ENGINES, type TestPlace } from '../support/engines.ts';
import { ask, type HttpServer, post, startHttpServer } from '../support/http-server.ts';
import { contentsOf, journalAt, seqsUpTo } from '../support/journal.ts';
import { codeIn } from '../support/reply.ts';
import { callText, connectHttp, connectStdio, ERAS, listedNames } from '../support/sdk-client.ts';

const [engine] = MAIN_ENGINES;
if (!engine) throw new Error('no engine to test on');

/** As many as a server keeps. */
const MAX_SESSIONS = 1_000;

function namesIn(toolset: Toolset): string[] {
  return listedTools(CATALOGUE, [toolset]).map((operation) => operation.name);
}

/** What must hold for a connected client, over every transport. */
async function expectWholeService(client: Client, era: string, mark: string): Promise<void> {
  expect(client.getNegotiatedProtocolVersion()).toBe(era);
  expect(client.getServerVersion()).toMatchObject({ name: 'waymark' });
  expect(client.getInstructions()).toContain('durable memory');

  expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(namesIn('daily'));
  expect(await listedNames(client)).toEqual(namesIn('daily'));
  expect(await listedNames(client, 'full')).toEqual(namesIn('full'));
  // A parameter of that request, not a state of the connection.
  expect(await listedNames(client)).toEqual(namesIn('daily'));
  await expect(listedNames(client, 'everything')).rejects.toThrow(/toolset: expected one of/);

  // Not in the list, but callable by name.
  const written = await callText(client, 'notes_commit', { content: mark });
  expect(written.isError, written.text).toBe(false);
  const shown = await callText(client, 'show', { doc: 'notes' });
  expect(shown.text).toContain(mark);

  const wrong = await callText(client, 'notes_commit', { contents: mark });
  expect(wrong.isError).toBe(true);
  expect(codeIn(wrong.text)).toBe('INVALID_INPUT');
  const unknown = await callText(client, 'no_such_tool');
  expect(unknown.isError).toBe(true);
  expect(codeIn(unknown.text)).toBe('UNKNOWN_TOOL');
}

describe('stdio', () => {
  let place: TestPlace;
  beforeAll(async () => {
    place = await engine.migrated();
  });
  afterAll(() => place.remove());

  it.each(ERAS)('[TP8] serves a client of %s', async (era) => {
    const { client, pid } = await connectStdio(era, place.flags, 'stdio');
    try {
      await expectWholeService(client, era, `over stdio in ${era}`);
    } finally {
      await client.close();
    }
    // The client has ended its server; nothing of it may stay.
    expect(() => process.kill(pid ?? 0, 0)).toThrow(/ESRCH/);
  });
});

describe('HTTP', () => {
  let place: TestPlace;
  let server: HttpServer;
  beforeAll(async () => {
    place = await engine.migrated();
    server = await startHttpServer({ flags: place.flags, workspace: 'http' });
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    await place.remove();
  });

  it.each(ERAS)('[TP8] serves a client of %s', async (era) => {
    const client = await connectHttp(era, server.mcpUrl);
    try {
      await expectWholeService(client, era, `over HTTP in ${era}`);
    } finally {
      await client.close();
    }
  });

  it('serves clients of every era at once', async () => {
    const notes = 10;
    const eras = [...ERAS, ...ERAS];
    const clients = await Promise.all(eras.map((era) => connectHttp(era, server.mcpUrl)));
    const replies = await Promise.all(
      clients.flatMap((client, at) =>
        Array.from({ length: notes }, (_, n) =>
          callText(client, 'notes_commit', { workspace: 'crowd', content: `${at} ${n}` }),
        ),
      ),
    );
    await Promise.all(clients.map((client) => client.close()));
    expect(replies.filter((reply) => reply.isError)).toEqual([]);
    const events = await journalAt(place, 'crowd');
    expect(events.map((event) => event.seq)).toEqual(seqsUpTo(eras.length * notes + 1));
    expect(new Set(contentsOf(events)).size).toBe(eras.length * notes);
  });

  describe('sessions of the older era', () => {
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'raw', version: '1' },
      },
    };
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} };

    async function openSession(): Promise<string> {
      const answer = await post(server.mcpUrl, initialize);
      expect(answer.status, answer.text).toBe(200);
      expect(JSON.parse(answer.text)).toMatchObject({
        id: 1,
        result: { protocolVersion: '2025-06-18', serverInfo: { name: 'waymark' } },
      });
      return String(answer.headers['mcp-session-id']);
    }

    it('start with an id that cannot be guessed, a different one each', async () => {
      const [one, other] = [await openSession(), await openSession()];
      expect(one).toMatch(/^[0-9a-f-]{36}$/);
      expect(other).not.toBe(one);
      const answer = await post(server.mcpUrl, list, { 'mcp-session-id': one });
      expect(answer.status, answer.text).toBe(200);
      const { result } = JSON.parse(answer.text) as { result: { tools: { name: string }[] } };
      expect(result.tools.map((tool) => tool.name)).toEqual(namesIn('daily'));
    });

    it('end with DELETE, and then are not found', async () => {
      const session = { 'mcp-session-id': await openSession() };
      const ended = await ask(server.mcpUrl, { method: 'DELETE', headers: session });
      expect(ended.status).toBe(200);
      const late = await post(server.mcpUrl, list, session);
      expect(late.status).toBe(404);
      expect(JSON.parse(late.text)).toMatchObject({ jsonrpc: '2.0', error: {} });
    });

    it('[TP19] [TP43] outlive a flood of others', async () => {
      const [used, listening] = [await openSession(), await openSession()];
      const call = { jsonrpc: '2.0', id: 2, method: 'ping' };
      expect((await post(server.mcpUrl, call, { 'mcp-session-id': used })).status).toBe(200);
      const leave = new AbortController();
      const stream = await fetch(server.mcpUrl, {
        headers: { accept: 'text/event-stream', 'mcp-session-id': listening },
        signal: leave.signal,
      });
      expect(stream.status).toBe(200);
      // The head did not wait for the first byte, which a silent stream gets only later.
      const firstByte = stream.body?.getReader().read();
      firstByte?.catch(() => {});
      expect(await Promise.race([firstByte, sleep(100, 'silent')])).toBe('silent');
      const unused = await openSession();
      for (let n = 0; n < MAX_SESSIONS; n += 50) {
        await Promise.all(Array.from({ length: 50 }, openSession));
      }
      const status = async (id: string) =>
        (await post(server.mcpUrl, call, { 'mcp-session-id': id })).status;
      expect(await status(used)).toBe(200);
      expect(await status(listening)).toBe(200);
      expect(await status(unused)).toBe(404);
      leave.abort();
    });

    it('are not found under an id that was never issued', async () => {
      for (const id of ['', 'nonsense', '../../etc/passwd', crypto.randomUUID()]) {
        const answer = await post(server.mcpUrl, list, { 'mcp-session-id': id });
        expect(answer.status, answer.text).toBe(404);
        expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: '2.0', error: {} });
      }
    });

    it('are not needed: a call without one is served as well', async () => {
      const params = { name: 'status', arguments: {} };
      const call = { jsonrpc: '2.0', id: 3, method: 'tools/call', params };
      const answer = await post(server.mcpUrl, call);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.text).toMatch(/is remembered yet|in focus/);
    });
  });
});
