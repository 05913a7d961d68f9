/** Servers end when told to or when their client leaves: cleanly, with every answer given. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES, type TestPlace } from '../support/engines.ts';
import { post, startHttpServer } from '../support/http-server.ts';
import { contentsOf, journalAt } from '../support/journal.ts';
import { connectHttp, ERAS } from '../support/sdk-client.ts';
import { messageIn, StdioClient, WIRE_VERSION } from '../support/stdio-client.ts';
import { PROGRAM, runWaymark } from '../support/waymark-command.ts';

const WORKSPACE = 'ending';
const POLL_MS = 50;

function initialize(id: number) {
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: WIRE_VERSION, capabilities: {}, clientInfo };
  return { jsonrpc: '2.0', id, method: 'initialize', params };
}

function noteCall(id: number, content: string) {
  const params = { name: 'notes_commit', arguments: { content } };
  return { jsonrpc: '2.0', id, method: 'tools/call', params };
}

const asLines = (messages: readonly unknown[]) =>
  messages.map((message) => `${JSON.stringify(message)}\n`).join('');

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits as long as the test may take; a process that stays fails it by its timeout. */
async function untilGone(pid: number): Promise<void> {
  while (isRunning(pid)) await sleep(POLL_MS);
}

describe.each(MAIN_ENGINES)('the end of a process on $name', (engine) => {
  let place: TestPlace;
  beforeEach(async () => {
    place = await engine.migrated();
  });
  afterEach(() => place.remove());

  const mcp = () => ['mcp', ...place.flags, '--workspace', WORKSPACE];

  it('[TP5] comes at once with the end of an empty input', async () => {
    expect(await runWaymark(mcp())).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('waits for the answers to what was asked before the end of input', async () => {
    const contents = Array.from({ length: 30 }, (_, n) => `note ${n}`);
    const input = asLines([
      initialize(0),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      ...contents.map((content, n) => noteCall(n + 1, content)),
    ]);
    // The last line without its line break: it was sent, so it counts.
    const finished = await runWaymark(mcp(), { input: input.trimEnd() });
    expect(finished, finished.stderr).toMatchObject({ code: 0, stderr: '' });
    const lines = finished.stdout.trimEnd().split('\n');
    const messages = lines.map(messageIn);
    expect(messages.map((message) => message?.id)).toEqual([0, ...contents.map((_, n) => n + 1)]);
    expect(messages.filter((message) => message?.error || message?.result?.isError)).toEqual([]);
    expect(contentsOf(await journalAt(place, WORKSPACE))).toEqual(contents);
  });

  it('comes cleanly to a server with clients of every era connected', async () => {
    const server = await startHttpServer({ flags: place.flags, workspace: WORKSPACE });
    const clients = await Promise.all(ERAS.map((era) => connectHttp(era, server.mcpUrl)));
    const calls = clients.map((client) =>
      client.callTool({ name: 'notes_commit', arguments: { content: 'kept' } }),
    );
    await Promise.all(calls);
    expect(await server.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(server.stderr()).toBe('');
    expect(isRunning(server.pid)).toBe(false);
    await expect(post(server.mcpUrl, initialize(1))).rejects.toThrow(/ECONNREFUSED/);
    await Promise.all(clients.map((client) => client.close()));
    expect(contentsOf(await journalAt(place, WORKSPACE))).toEqual(['kept', 'kept', 'kept']);
  });
});

describe('the end of a process', () => {
  const [engine] = MAIN_ENGINES;
  let place: TestPlace;
  beforeEach(async () => {
    if (!engine) throw new Error('no engine to test on');
    place = await engine.migrated();
  });
  afterEach(() => place.remove());

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '[TP24] comes cleanly with %s',
    async (signal) => {
      const client = await StdioClient.start({ flags: place.flags, workspace: WORKSPACE });
      expect(await client.call('notes_commit', { content: 'kept' })).toMatchObject({
        isError: false,
      });
      client.kill(signal);
      expect(await client.exited).toEqual({ code: 0, signal: null });
      expect(client.stderr).toBe('');
      expect(client.lines.filter((line) => messageIn(line) === undefined)).toEqual([]);
      expect(isRunning(client.pid)).toBe(false);
    },
  );

  it('[TP24] comes cleanly to a server that has only just said it is up', async () => {
    const server = await startHttpServer({ flags: place.flags, workspace: WORKSPACE });
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  });

  it('is not held up by a request that can have no answer', async () => {
    const strange = { jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: 5 } };
    const input = asLines([initialize(0), strange]);
    const words = ['mcp', ...place.flags, '--workspace', WORKSPACE];
    const finished = await runWaymark(words, { input });
    expect(finished, finished.stderr).toMatchObject({ code: 0, stderr: '' });
  });

  it('is not held up by an open subscription', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const client = StdioClient.spawn({ flags: place.flags, workspace: WORKSPACE });
    try {
      const found = await client.request('server/discover', { _meta: meta });
      expect(found, JSON.stringify(found)).toMatchObject({ result: {} });
      const notifications = { toolsListChanged: true };
      client.send({
        jsonrpc: '2.0',
        id: 'listening',
        method: 'subscriptions/listen',
        params: { notifications, _meta: meta },
      });
      const listed = await client.request('tools/list', { _meta: meta });
      expect(listed, JSON.stringify(listed)).toMatchObject({ result: {} });
      expect(await client.close()).toEqual({ code: 0, signal: null });
    } finally {
      client.kill();
      await client.exited;
    }
  });

  it('[TP7] comes when its answers are no longer read', async () => {
    const client = await StdioClient.start({ flags: place.flags, workspace: WORKSPACE });
    client.stopReading();
    // Its input stays open: only the broken pipe shows it.
    client.send({ jsonrpc: '2.0', id: 'unheard', method: 'ping' });
    const exit = await client.exited;
    expect(exit, client.stderr).toEqual({ code: 0, signal: null });
  });

  it('comes when its client is killed', async () => {
    const program = JSON.stringify([PROGRAM, 'mcp', ...place.flags, '--workspace', WORKSPACE]);
    const script = `
      const server = require('node:child_process').spawn(process.execPath, ${program}, {
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      server.stdout.once('data', () => console.log(server.pid));
      server.stdin.write(${JSON.stringify(asLines([initialize(0)]))});
    `;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    const pid = await new Promise<number>((resolve) => {
      parent.stdout.once('data', (data: Buffer) => resolve(Number(data.toString())));
    });
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await untilGone(pid);
  });

  it.runIf(process.platform === 'linux')('leaves no child, for it has none', async () => {
    const client = await StdioClient.start({ flags: place.flags, workspace: WORKSPACE });
    const server = await startHttpServer({ flags: place.flags, workspace: WORKSPACE });
    for (const pid of [client.pid, server.pid]) {
      expect(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')).toBe('');
    }
    expect(await client.close()).toMatchObject({ code: 0 });
    expect(await server.stop()).toMatchObject({ code: 0 });
  });
});
