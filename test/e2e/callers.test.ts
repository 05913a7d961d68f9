/**
 * Which workspace and which agent real servers choose, named by the rules in docs/spec/identity.md.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type HttpServer, post, startHttpServer } from '../support/http-server.ts';
import {
  type Abilities,
  callText,
  connectHttp,
  connectStdio,
  ERAS,
} from '../support/sdk-client.ts';
import { StdioClient } from '../support/stdio-client.ts';
import { runWaymark } from '../support/waymark-command.ts';

const OLD = '2025-11-25';
const MODERN = '2026-07-28';

let root: string;
let server: HttpServer;
const open: Client[] = [];

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'waymark-callers-')));
  // In the directory of a project, which must not decide any client's workspace.
  server = await startHttpServer({ flags: flags(), cwd: repository('started-here') });
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

const flags = () => ['--data-dir', join(root, 'data')];

function repository(name: string): string {
  const made = join(root, name);
  mkdirSync(made, { recursive: true });
  execFileSync('git', ['init', '-q'], { cwd: made });
  return made;
}

async function connect(era: (typeof ERAS)[number], path = '', abilities: Abilities = {}) {
  const client = await connectHttp(era, `${server.mcpUrl}${path}`, undefined, abilities);
  open.push(client);
  return client;
}

/** A client that offers its roots, and how often it was asked. */
function rooted(directory: string) {
  const asked = { times: 0 };
  const abilities: Abilities = {
    capabilities: { roots: {} },
    prepare: (client) =>
      client.setRequestHandler('roots/list', async () => {
        asked.times += 1;
        return { roots: [{ uri: pathToFileURL(directory).href, name: 'root' }] };
      }),
  };
  return { asked, abilities };
}

async function workspaceOf(client: Client): Promise<string> {
  const { text } = await callText(client, 'init');
  return JSON.parse(text).result?.workspace ?? text;
}

describe.each(ERAS)('over HTTP in %s', (era) => {
  it('[ID12] the path names the workspace, in any script', async () => {
    expect(await workspaceOf(await connect(era, '/acme/api'))).toBe('acme/api');
    expect(await workspaceOf(await connect(era, `/${encodeURIComponent('项目')}`))).toBe('项目');
  });

  it('[ID12] so does the header', async () => {
    const headers = { 'waymark-workspace': 'by-header' };
    expect(await workspaceOf(await connect(era, '', { headers }))).toBe('by-header');
    const encoded = { 'waymark-workspace': encodeURIComponent('项目') };
    expect(await workspaceOf(await connect(era, '', { headers: encoded }))).toBe('项目');
  });

  it('[ID12] else the client’s roots do', async () => {
    const { abilities, asked } = rooted(repository(`rooted-${era}`));
    const client = await connect(era, '', abilities);
    expect(await workspaceOf(client)).toBe(`rooted-${era}`);
    const { tools } = await client.listTools();
    expect(tools[0]?.inputSchema.properties).not.toHaveProperty('workspace');
    expect(await workspaceOf(client)).toBe(`rooted-${era}`);
    // A connection is asked once; requests that stand alone are asked each time.
    expect(asked.times).toBe(era === MODERN ? 2 : 1);
  });

  it('[ID12] [ID14] and never the directory of the server', async () => {
    const client = await connect(era);
    const { tools } = await client.listTools();
    expect(tools[0]?.inputSchema.properties).toHaveProperty('workspace');
    const { text, isError } = await callText(client, 'notes_commit', { content: 'x' });
    expect(isError).toBe(true);
    expect(text).toContain('workspace: required');
    expect(text).toContain('/mcp/WORKSPACE');
    const named = await callText(client, 'init', { workspace: 'by-argument' });
    expect(JSON.parse(named.text).result.workspace).toBe('by-argument');
  });
});

describe('an agent over HTTP', () => {
  const path = '/agents';
  const claim = async (client: Client) => {
    const { text } = await callText(client, 'graph_next', { project: 'work', claim: true });
    return JSON.parse(text).nodes[0]?.node;
  };

  beforeAll(async () => {
    const client = await connectHttp(OLD, `${server.mcpUrl}${path}`);
    const { text } = await callText(client, 'graph_open', { project: 'work' });
    const parent_ref = JSON.parse(text).root.id;
    const nodes = Array.from({ length: 12 }, (_, n) => ({ ref: `${n}`, parent_ref, summary: 'x' }));
    await callText(client, 'graph_plan', { nodes });
    await client.close();
  });

  it('[ID20] is its client and its own session', async () => {
    const [one, two] = [await connect(OLD, path), await connect(OLD, path)];
    const [first, second] = [await claim(one), await claim(two)];
    expect(first.id).not.toBe(second.id);
    expect(first.properties._claimed_by).toMatch(/^test-2025-11-25-[0-9a-f]{6}$/);
    expect((await claim(one)).id).toBe(first.id);
  });

  it('[ID20] has the name in its header, in every era', async () => {
    const headers = { 'waymark-agent': 'ada' };
    const [old, modern] = [
      await connect(OLD, path, { headers }),
      await connect(MODERN, path, { headers }),
    ];
    const first = await claim(old);
    expect(first.properties._claimed_by).toBe('ada');
    expect((await claim(modern)).id).toBe(first.id);
  });

  it('[ID21] without a name is never the same as another', async () => {
    const client = await connect(MODERN, path);
    const [first, second] = [await claim(client), await claim(client)];
    expect(first.id).not.toBe(second.id);
    expect(first.properties._claimed_by).not.toBe(second.properties._claimed_by);
  });

  it('[ID21] without a name enters no session of thought but the one it names', async () => {
    const say = async (client: Client, args: Record<string, unknown>) =>
      JSON.parse((await callText(client, 'thoughtbox_gateway', args)).text);
    const [a, b] = [await connect(MODERN, path), await connect(MODERN, path)];
    const { sessionId } = await say(a, { operation: 'start_new', sessionTitle: 'of a' });
    await say(a, { operation: 'cipher' });
    const thought = { operation: 'thought', thought: 'First.', nextThoughtNeeded: true };
    expect(await say(a, { ...thought, sessionId })).toMatchObject({ thoughtNumber: 1, sessionId });
    const lost = await say(b, thought);
    expect(lost.code).toBe('SESSION_NOT_FOUND');
    expect(JSON.stringify(lost)).toContain('Waymark-Agent');
    const own = await say(b, { operation: 'start_new', sessionTitle: 'of b' });
    expect(await say(a, { ...thought, sessionId })).toMatchObject({ thoughtNumber: 2, sessionId });
    expect(await say(b, { ...thought, sessionId: own.sessionId })).toMatchObject({
      thoughtNumber: 1,
    });
  });

  it.each([
    ['waymark-agent', 'x'.repeat(500)],
    ['waymark-agent', ' '],
    ['waymark-agent', 'person:ann'],
    ['waymark-agent', 'NAME'],
    ['waymark-workspace', '-x'],
    ['waymark-workspace', 'other'],
  ])('[ID22] [ID12] %s: %s is refused', async (header, value) => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const answer = await post(`${server.mcpUrl}/agents`, ping, { [header]: value });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(header === 'waymark-agent' ? 'Waymark-Agent' : 'orkspace');
  });

  it('[ID12] a path that was copied and not filled in is refused', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await post(`${server.mcpUrl}/WORKSPACE`, ping)).status).toBe(400);
  });

  it('[ID24] the banner shows path and header', () => {
    expect(server.stdout()).toContain(`${server.mcpUrl}/WORKSPACE --header "Waymark-Agent: NAME"`);
    expect(server.stdout()).not.toContain('started-here');
  });
});

describe('over stdio', () => {
  it('[ID2] [ID20] the directory is the client’s, and so is the session', async () => {
    const project = repository('acme');
    mkdirSync(join(project, 'packages/web'), { recursive: true });
    const env = {
      CLAUDE_PROJECT_DIR: join(project, 'packages/web'),
      CLAUDE_CODE_SESSION_ID: 'a-session',
    };
    const who = async () => {
      const client = await StdioClient.start({ flags: flags(), env, cwd: tmpdir() });
      const { json } = await client.call('notes_commit', { content: 'x' });
      await client.close();
      return (json as { result: { workspace: string } }).result.workspace;
    };
    expect(await who()).toBe('acme');
    expect(await who()).toBe('acme');
    const other = await StdioClient.start({ flags: flags(), cwd: project });
    const { text } = await other.call('status');
    expect(text).toContain(`acme is ${project}`);
    await other.close();
    const log = await runWaymark(['call', 'show', '{"doc":"notes"}', ...flags()], { cwd: project });
    expect(JSON.parse(log.stdout).result.entries).toHaveLength(2);
  });

  it.each(ERAS)('[ID13] outside any project a client of %s is asked for its roots', async (era) => {
    const { abilities, asked } = rooted(repository(`stdio-${era}`));
    const { client } = await connectStdio(era, flags(), undefined, { ...abilities, cwd: '/' });
    try {
      expect(await workspaceOf(client)).toBe(`stdio-${era}`);
      expect(await workspaceOf(client)).toBe(`stdio-${era}`);
      expect(asked.times).toBe(1);
    } finally {
      await client.close();
    }
  });

  it.each(ERAS)('[ID13] and a client of %s without roots gets the workspace home', async (era) => {
    const { client } = await connectStdio(era, flags(), undefined, { cwd: '/' });
    try {
      expect(await workspaceOf(client)).toBe('home');
    } finally {
      await client.close();
    }
  });

  it('[ID23] the command line is one agent for one user', async () => {
    const project = repository('by-hand');
    const call = (tool: string, args: object) =>
      runWaymark(['call', tool, JSON.stringify(args), ...flags()], { cwd: project });
    const { root: top } = JSON.parse((await call('graph_open', { project: 'work' })).stdout);
    const nodes = ['a', 'b'].map((ref) => ({ ref, parent_ref: top.id, summary: ref }));
    await call('graph_plan', { nodes });
    const claimed = async () =>
      JSON.parse((await call('graph_next', { project: 'work', claim: true })).stdout).nodes[0].node;
    const first = await claimed();
    expect(first.properties._claimed_by).toMatch(/^cli-/);
    expect((await claimed()).id).toBe(first.id);
  });
});
