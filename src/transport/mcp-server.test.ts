/** The MCP server over real streams, in one process: order, listings, structure and bugs. */

import { PassThrough } from 'node:stream';
import { serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSurface, TESTER, type TestSurface } from '../../test/support/surface.ts';
import { CATALOGUE } from '../operations/catalogue.ts';
import { defineOperation } from '../operations/declaration/define-operation.ts';
import { writes } from '../operations/declaration/facets.ts';
import { listedTools } from '../surface/toolsets.ts';
import { mcpServer } from './mcp-server.ts';
import { StdioTransport } from './stdio-transport.ts';

const broken = defineOperation({
  name: 'broken',
  title: 'Broken',
  description: 'Writes an event and then meets a bug, for the sake of this test alone.',
  toolset: 'reasoning',
  does: writes(),
  input: {},
  example: { title: 'Call it', args: {} },
  async run(_input, { tx }) {
    await tx.append([
      { type: 'focus_changed', entity: 'workspace', payload: { from: null, to: 'TASK-001' } },
    ]);
    throw new Error('the secret inside');
  },
});

interface Answer {
  readonly id: number;
  readonly result?: Record<string, unknown> & { content: { text: string }[]; isError: boolean };
  readonly error?: { code: number; message: string };
}

let server: TestSurface;
let logged: string[];

beforeEach(async () => {
  server = await openTestSurface({ defaultWorkspace: 'own', catalogue: [...CATALOGUE, broken] });
  logged = [];
});
afterEach(() => server.close());

/** Sends all requests at once and returns the answers in the order they came. */
async function exchange(
  requests: readonly { method: string; params?: unknown }[],
  structured = false,
): Promise<Answer[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const options = {
    catalogue: async () => server.surface.catalogue,
    version: '0.0.0',
    surface: async () => server.surface,
    toolsets: ['daily'] as const,
    structured,
    workspaceIsKnown: false,
    asksRoots: false,
    workspaceOf: async () => undefined,
    newId: server.surface.newId,
    onSessionEnded: () => {},
    now: server.surface.now,
    log: (line: string) => void logged.push(line),
  };
  const transport = new StdioTransport(input, output);
  serve(() => mcpServer(options, TESTER), { transport });
  const open = {
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  };
  const lines = [open, ...requests].map((request, id) =>
    JSON.stringify({ jsonrpc: '2.0', id, ...request }),
  );
  input.end(`${lines.join('\n')}\n`);
  const answers: Answer[] = [];
  let rest = '';
  for await (const chunk of output) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    answers.push(...parts.map((line) => JSON.parse(line) as Answer));
    if (answers.length === lines.length) break;
  }
  return answers.slice(1);
}

const call = (name: string, args: unknown) => ({
  method: 'tools/call',
  params: { name, arguments: args },
});

describe('an MCP server', () => {
  it('[TP6] answers the calls of a connection in their order, each seeing the one before', async () => {
    const answers = await exchange([
      ...Array.from({ length: 8 }, (_, n) => call('notes_commit', { content: `note ${n}` })),
      call('show', { doc: 'notes' }),
      call('checkout', { ref: 'main' }),
    ]);
    expect(answers.map((answer) => answer.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const shown = JSON.parse(answers[8]?.result?.content[0]?.text ?? '');
    expect(shown.result.entries).toHaveLength(8);
  });

  it('[TP4] accepts null for no arguments', async () => {
    const [answer] = await exchange([call('status', null)]);
    expect(answer?.result).toMatchObject({ isError: false });
  });

  it('[TP9] lists the launched tools, another set on request, and refuses an unknown set', async () => {
    const lists = await exchange([
      { method: 'tools/list' },
      { method: 'tools/list', params: { toolset: 'full' } },
      { method: 'tools/list', params: { toolset: 'everything' } },
    ]);
    const names = (answer: Answer | undefined) =>
      (answer?.result?.tools as { name: string }[] | undefined)?.map((tool) => tool.name);
    const daily = listedTools(CATALOGUE, ['daily']).map((tool) => tool.name);
    expect(names(lists[0])).toEqual(daily);
    expect(names(lists[1])).toHaveLength(CATALOGUE.length + 1);
    expect(lists[2]?.error).toMatchObject({ code: -32602 });
    expect(lists[2]?.error?.message).toContain('daily');
  });

  it('[TP10] reports of a bug only that it happened, and has written nothing', async () => {
    await server.call('init', {});
    const [answer, after] = await exchange([call('broken', {}), call('nothing_at_all', {})]);
    expect(answer?.error).toMatchObject({ code: -32603 });
    expect(JSON.stringify(answer)).not.toContain('the secret inside');
    expect(logged.join('\n')).toMatch(/the secret inside[\s\S]*\n {4}at /);
    expect(await server.surface.store.read('own', async (tx) => tx.head)).toBe(1);
    expect(after?.result, 'an unknown tool is a refusal').toMatchObject({ isError: true });
  });

  it('[TP11] returns structured content only if that was requested', async () => {
    const requests = [{ method: 'tools/list' }, call('status', {}), call('init', {})];
    const plain = await exchange(requests);
    expect(JSON.stringify(plain)).not.toMatch(/structuredContent|outputSchema/);
    const structured = await exchange(requests, true);
    const tools = structured[0]?.result?.tools as { outputSchema?: object }[];
    expect(tools.every((tool) => tool.outputSchema !== undefined)).toBe(true);
    expect(structured[1]?.result?.structuredContent).toMatchObject({ workspace: 'own' });
    const text = JSON.parse(structured[2]?.result?.content[0]?.text ?? '');
    expect(structured[2]?.result?.structuredContent).toEqual(text);
  });
});
