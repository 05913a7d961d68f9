/** A call that is cancelled while it waits is not applied, over every transport. */

import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestPlace } from '../support/engines.ts';
import { describeAtOnce } from '../support/engines-at-once.ts';
import { holdLock } from '../support/hold-lock.ts';
import {
  ask,
  type HttpServer,
  MCP_HEADERS,
  post,
  startHttpServer,
} from '../support/http-server.ts';
import { contentsOf, journalAt } from '../support/journal.ts';
import { callText, connectHttp, connectStdio, ERAS } from '../support/sdk-client.ts';
import { StdioClient, WIRE_VERSION } from '../support/stdio-client.ts';

const WORKSPACE = 'cancelled';
const CALLS = 100;
/** Time for what was sent on other connections to arrive. */
const ARRIVED_MS = 500;

const noteCall = (id: number | string, content: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'notes_commit', arguments: { content } },
});

const cancelled = (requestId: number | string) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId, reason: 'no longer wanted' },
});

/** Sends calls that must wait, cancels them all, and only then releases the lock. */
async function cancelWaiting(
  client: Client,
  place: TestPlace,
  arrived: () => Promise<void>,
): Promise<void> {
  await callText(client, 'notes_commit', { content: 'first' });
  const release = await holdLock(place, WORKSPACE);
  const calls = Array.from({ length: 20 }, (_, n) => {
    const cancel = new AbortController();
    const params = { name: 'notes_commit', arguments: { content: `cancelled ${n}` } };
    const outcome = client.callTool(params, { signal: cancel.signal }).then(
      () => 'answered',
      () => 'cancelled',
    );
    return { cancel, outcome };
  });
  await arrived();
  for (const { cancel } of calls) cancel.abort();
  for (const { outcome } of calls) expect(await outcome).toBe('cancelled');
  await arrived();
  await release();
  const after = await callText(client, 'notes_commit', { content: 'after' });
  expect(after.isError, after.text).toBe(false);
}

describeAtOnce('a cancelled call', (engine) => {
  let place: TestPlace;
  beforeEach(async () => {
    place = await engine.migrated();
  });
  afterEach(() => place.remove());

  const contents = async () => contentsOf(await journalAt(place, WORKSPACE));

  it(`[TP41] is not applied, for ${CALLS} calls that wait over stdio`, async () => {
    const client = await StdioClient.start({ flags: place.flags, workspace: WORKSPACE });
    let release = async () => {};
    try {
      await client.call('notes_commit', { content: 'first' });
      release = await holdLock(place, WORKSPACE);
      const ids = Array.from({ length: CALLS }, (_, n) => `call-${n}`);
      for (const id of ids) client.send(noteCall(id, id));
      for (const id of ids) client.send(cancelled(id));
      // Answered out of order: whatever came before it has been read.
      await client.request('ping');
      await release();
      expect(await client.call('notes_commit', { content: 'after' })).toMatchObject({
        isError: false,
      });
      expect(await contents()).toEqual(['first', 'after']);
      expect(client.lines.filter((line) => line.includes('call-'))).toEqual([]);
      expect(await client.close()).toEqual({ code: 0, signal: null });
      expect(client.stderr).toBe('');
    } finally {
      client.kill();
      await client.exited;
    }
  });

  it('[TP41] does not affect the calls around it', async () => {
    const client = await StdioClient.start({ flags: place.flags, workspace: WORKSPACE });
    try {
      await client.call('notes_commit', { content: 'first' });
      const release = await holdLock(place, WORKSPACE);
      const [before, after] = [client.answerTo('before'), client.answerTo('after')];
      for (const id of ['before', 'taken back', 'after']) client.send(noteCall(id, id));
      client.send(cancelled('taken back'));
      await client.request('ping');
      await release();
      expect(await before).toMatchObject({ result: { isError: false } });
      expect(await after).toMatchObject({ result: { isError: false } });
      expect(await contents()).toEqual(['first', 'before', 'after']);
    } finally {
      client.kill();
      await client.exited;
    }
  });

  it.each(ERAS)('[TP41] is not applied for a client of %s over stdio', async (era) => {
    const { client } = await connectStdio(era, place.flags, WORKSPACE);
    try {
      // On one pipe: what is answered later was sent later.
      await cancelWaiting(client, place, async () => void (await client.listTools()));
    } finally {
      await client.close();
    }
    expect(await contents()).toEqual(['first', 'after']);
  });

  describe('over HTTP', () => {
    let server: HttpServer;
    beforeEach(async () => {
      server = await startHttpServer({ flags: place.flags, workspace: WORKSPACE });
    });
    afterEach(async () => {
      await server.stop('SIGKILL');
    });

    /** Requests on other connections arrive first if they were sent first, or nearly so. */
    async function arrived(): Promise<void> {
      for (let turn = 0; turn < 5; turn++) {
        await sleep(ARRIVED_MS / 5);
        await ask(new URL('/health', server.mcpUrl).href);
      }
    }

    it.each(ERAS)('[TP41] is not applied for a client of %s', async (era) => {
      const client = await connectHttp(era, server.mcpUrl);
      try {
        await cancelWaiting(client, place, arrived);
      } finally {
        await client.close();
      }
      expect(await contents()).toEqual(['first', 'after']);
      expect(server.stderr()).not.toMatch(/bug in/);
    });

    async function openSession(): Promise<Record<string, string>> {
      const clientInfo = { name: 'raw', version: '1' };
      const params = { protocolVersion: WIRE_VERSION, capabilities: {}, clientInfo };
      const message = { jsonrpc: '2.0', id: 0, method: 'initialize', params };
      const { headers } = await post(server.mcpUrl, message);
      return { 'mcp-session-id': String(headers['mcp-session-id']) };
    }

    /** Posts a message and disconnects while it waits. */
    async function leave(message: unknown, headers: Record<string, string> = {}): Promise<void> {
      const all = { ...MCP_HEADERS, ...headers };
      const sent = request(server.mcpUrl, { method: 'POST', headers: all });
      sent.on('error', () => {});
      sent.end(JSON.stringify(message));
      await arrived();
      sent.destroy();
      await arrived();
    }

    it('[TP41] of an older session ends its request without an answer', async () => {
      const session = await openSession();
      await post(server.mcpUrl, noteCall(1, 'first'), session);
      const release = await holdLock(place, WORKSPACE);
      const waiting = post(server.mcpUrl, noteCall(2, 'cancelled'), session);
      await arrived();
      const told = await post(server.mcpUrl, cancelled(2), session);
      expect(told.status).toBe(202);
      // While the lock is still held.
      expect(await waiting).toMatchObject({ status: 200, text: '' });
      await release();
      const after = await post(server.mcpUrl, noteCall(3, 'after'), session);
      expect(after.status, after.text).toBe(200);
      expect(await contents()).toEqual(['first', 'after']);
    });

    it('[TP42] of an older session is not cancelled when only its connection breaks', async () => {
      const session = await openSession();
      await post(server.mcpUrl, noteCall(1, 'first'), session);
      const release = await holdLock(place, WORKSPACE);
      await leave(noteCall(2, 'kept'), session);
      await release();
      await post(server.mcpUrl, noteCall(3, 'after'), session);
      expect(await contents()).toEqual(['first', 'kept', 'after']);
    });

    it('[TP42] is cancelled by disconnecting if there is no session', async () => {
      await post(server.mcpUrl, noteCall(1, 'first'));
      const release = await holdLock(place, WORKSPACE);
      await leave(noteCall(2, 'left'));
      await release();
      await post(server.mcpUrl, noteCall(3, 'after'));
      expect(await contents()).toEqual(['first', 'after']);
    });
  });
});
