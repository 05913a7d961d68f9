/** The settings that decide which server a process is, and where its memory is. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startHttpServer } from '../support/http-server.ts';
import { callText, connectHttp } from '../support/sdk-client.ts';
import { messageIn, StdioClient, WIRE_VERSION } from '../support/stdio-client.ts';
import { runWaymark } from '../support/waymark-command.ts';

const WRONG_USAGE = 2;
const ERA = '2026-07-28';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'waymark-settings-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: WIRE_VERSION,
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
};

const INPUT = `${JSON.stringify(INITIALIZE)}\n`;

/** The place of the memory, as words; the working directory has no settings file. */
const at = () => ['--data-dir', join(home, 'data')];

describe('the transport', () => {
  it.each(['THOUGHTBOX_TRANSPORT', 'WAYMARK_TRANSPORT'])(
    '[CO21] %s=http makes a bare waymark serve HTTP, with its options',
    async (variable) => {
      const server = await startHttpServer({
        command: [],
        flags: at(),
        workspace: 'w',
        env: { [variable]: 'http' },
        cwd: home,
      });
      const client = await connectHttp(ERA, server.mcpUrl);
      const written = await callText(client, 'notes_commit', { content: 'over http' });
      expect(written.isError, written.text).toBe(false);
      await client.close();
      expect((await fetch(server.observatoryUrl)).status).toBe(200);
      expect(await server.stop()).toMatchObject({ code: 0 });
    },
  );

  it('[CO21] a settings file sets it too, also one that is named', async () => {
    writeFileSync(join(home, 'waymark.config.yaml'), 'transport: http\nport: 0\n');
    const beside = { command: [], flags: at(), workspace: 'w', cwd: home };
    const server = await startHttpServer(beside);
    expect(await server.stop()).toMatchObject({ code: 0 });
    writeFileSync(join(home, 'other.yaml'), 'transport: http\n');
    mkdirSync(join(home, 'empty'));
    const named = [...at(), '--config', join(home, 'other.yaml')];
    const other = await startHttpServer({ ...beside, cwd: join(home, 'empty'), flags: named });
    expect(await other.stop()).toMatchObject({ code: 0 });
  });

  it.each([
    ['a bare waymark', []],
    ['a bare waymark with options', ['--workspace', 'w']],
  ])('[CO21] without it %s speaks stdio', async (_what, words) => {
    for (const transport of ['', 'stdio']) {
      const env = { THOUGHTBOX_TRANSPORT: transport };
      const ended = await runWaymark([...words, ...at()], { input: INPUT, cwd: home, env });
      expect(ended, ended.stderr).toMatchObject({ code: 0, stderr: '' });
      expect(messageIn(ended.stdout.trimEnd())).toMatchObject({ id: 1, result: {} });
    }
  });

  it('[CO21] mcp and serve override it', async () => {
    const env = { THOUGHTBOX_TRANSPORT: 'http' };
    const ended = await runWaymark(['mcp', ...at()], { input: INPUT, cwd: home, env });
    expect(messageIn(ended.stdout.trimEnd())).toMatchObject({ id: 1, result: {} });
    const server = await startHttpServer({
      flags: at(),
      workspace: 'w',
      env: { THOUGHTBOX_TRANSPORT: 'stdio' },
      cwd: home,
    });
    expect(await server.stop()).toMatchObject({ code: 0 });
  });

  it.each([
    [[], { THOUGHTBOX_TRANSPORT: 'sse' }, /^waymark: THOUGHTBOX_TRANSPORT: expected stdio or http/],
    [['--port', '0'], {}, /^waymark: unknown option --port/],
    [['--prot', '0'], { THOUGHTBOX_TRANSPORT: 'http' }, /--prot; did you mean --port\?/],
    [['--port', 'x'], { THOUGHTBOX_TRANSPORT: 'http' }, /^waymark: --port: expected a port/],
    [
      [],
      { THOUGHTBOX_TRANSPORT: 'http', HOST: '0.0.0.0' },
      /^waymark: Serving on 0\.0\.0\.0 .*tok/,
    ],
    [[], { THOUGHTBOX_TRANSPORT: 'http', PORT: '70000' }, /^waymark: PORT: expected a port/],
  ] as const)('[CO18] [CO21] %j with %j is wrong usage', async (words, env, says) => {
    const ended = await runWaymark([...words, ...at()], { cwd: home, env });
    expect(ended, ended.stderr).toMatchObject({ code: WRONG_USAGE, stdout: '' });
    expect(ended.stderr).toMatch(says);
    expect(ended.stderr).not.toContain('    at ');
  });

  it('[CO25] HOST and PORT are used if they are set, an open host only with a token', async () => {
    const open = ['serve', '--port', '0', '--observatory-port', '0', ...at()];
    const refused = await runWaymark(open, { cwd: home, env: { HOST: '0.0.0.0' } });
    expect(refused, refused.stderr).toMatchObject({ code: WRONG_USAGE, stdout: '' });
    const unset = await startHttpServer({
      flags: at(),
      workspace: 'w',
      env: { HOST: '', PORT: '' },
      cwd: home,
    });
    expect(unset.mcpUrl).toMatch(/^http:\/\/127\.0\.0\.1:/);
    await unset.stop();
    const set = await startHttpServer({
      flags: at(),
      workspace: 'w',
      env: { HOST: '127.0.0.2' },
      cwd: home,
    });
    expect(set.mcpUrl).toMatch(/^http:\/\/127\.0\.0\.2:/);
    await set.stop();
  });
});

describe('memory storage', () => {
  /** Every place a program may write to is in `home`; Node's own cache of code does not count. */
  const around = (more: Readonly<Record<string, string>> = {}) => ({
    cwd: home,
    env: {
      THOUGHTBOX_STORAGE: 'memory',
      THOUGHTBOX_DATA_DIR: join(home, 'data'),
      HOME: home,
      TMPDIR: home,
      NODE_DISABLE_COMPILE_CACHE: '1',
      ...more,
    },
  });
  const start = () => StdioClient.start({ flags: [], workspace: 'w', ...around() });
  const files = () => readdirSync(home, { recursive: true });

  it.each([undefined, 'SIGTERM', 'SIGKILL'] as const)(
    '[CO22] is gone with the process, ended by %s',
    async (signal) => {
      const client = await start();
      expect((await client.call('init')).text).toContain(':memory:');
      const written = await client.call('notes_commit', { content: 'fleeting' });
      expect(written.isError, written.text).toBe(false);
      expect((await client.call('show', { doc: 'notes' })).text).toContain('fleeting');
      expect(files()).toEqual([]);
      if (signal) client.kill(signal);
      else client.endInput();
      expect(await client.exited).toMatchObject(signal === 'SIGKILL' ? { signal } : { code: 0 });
      expect(files()).toEqual([]);
      expect(client.stderr).toMatch(/^Waymark keeps this memory only in the process.*\n$/);
      const next = await start();
      expect((await next.call('show', { doc: 'notes' })).text).not.toContain('fleeting');
      await next.close();
    },
  );

  it('[CO22] is one memory for all clients of a server', async () => {
    const server = await startHttpServer({ flags: [], workspace: 'w', ...around() });
    const [one, two] = await Promise.all([1, 2].map(() => connectHttp(ERA, server.mcpUrl)));
    await one?.callTool({ name: 'notes_commit', arguments: { content: 'shared' } });
    const shown = await two?.callTool({ name: 'show', arguments: { doc: 'notes' } });
    expect(JSON.stringify(shown)).toContain('shared');
    await one?.close();
    await two?.close();
    expect(await server.stop()).toMatchObject({ code: 0 });
    expect(files()).toEqual([]);
  });

  it('[CO22] is overridden by a place on the command line', async () => {
    const words = ['call', 'notes_commit', '{"content":"kept"}', '--workspace', 'w'];
    const ended = await runWaymark([...words, '--data-dir', join(home, 'mine')], around());
    expect(ended, ended.stderr).toMatchObject({ code: 0, stderr: '' });
    expect(files()).toContain(join('mine', 'waymark.db'));
    expect(files()).not.toContain('data');
  });

  it('[CO22] wins over the places that variables name', async () => {
    const env = { GRAPH_DB: join(home, 'x.db'), WAYMARK_DATABASE_URL: 'postgres://127.0.0.1:1/x' };
    const ended = await runWaymark(['status', '--workspace', 'w'], around(env));
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    expect(ended.stdout).toContain('sqlite at :memory:');
    expect(files()).toEqual([]);
  });
});

describe('logging', () => {
  it.each(['true', 'false'])(
    '[CO23] logs nothing of what agents write, DISABLE_THOUGHT_LOGGING=%s or not',
    async (value) => {
      const client = await StdioClient.start({
        flags: at(),
        workspace: 'w',
        cwd: home,
        env: { DISABLE_THOUGHT_LOGGING: value },
      });
      const thought = { thought: 'a secret thought', thoughtNumber: 1, totalThoughts: 2 };
      const step = { ...thought, nextThoughtNeeded: true };
      const written = await client.call('trace_sequential_step', step);
      expect(written.isError, written.text).toBe(false);
      await client.call('trace_sequential_step', { ...step, thoughtNumber: 'a secret thought' });
      await client.call('notes_commit', { content: 'a secret thought' });
      expect(await client.close()).toMatchObject({ code: 0 });
      expect(client.stderr).toBe('');
    },
  );
});
