/** What the ledger asks its client for: a critique and its roots, in every protocol era. */

import type { Client, CreateMessageResult } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES, type TestPlace } from '../support/engines.ts';
import { type HttpServer, post, startHttpServer } from '../support/http-server.ts';
import {
  type Abilities,
  callText,
  connectHttp,
  connectStdio,
  type Era,
} from '../support/sdk-client.ts';
import { StdioClient } from '../support/stdio-client.ts';
import type { Shown } from '../support/task-world.ts';
import { spoken } from '../support/thought-world.ts';

const GATEWAY = 'thoughtbox_gateway';
const MODERN: Era = '2026-07-28';
const ROOTS = [{ uri: 'file:///src/shop', name: 'Shop' }, { uri: 'file:///src/api' }];
const MIXED = [{ uri: 'https://host/x' }, ...ROOTS];
/** A call that waits for an answer that never comes would take minutes. */
const HANG_MS = 60_000;

const said = (text: string, model = 'model-of-the-client'): CreateMessageResult => ({
  role: 'assistant',
  model,
  content: { type: 'text', text },
});

/** A client that is asked for a critique, and what it was asked. */
function sampling(answer: () => CreateMessageResult): Abilities & { readonly asked: Shown[] } {
  const asked: Shown[] = [];
  return {
    asked,
    capabilities: { sampling: {} },
    prepare: (client) =>
      client.setRequestHandler('sampling/createMessage', async (request) => {
        asked.push(request.params);
        return answer();
      }),
  };
}

async function ask(client: Client, what: string, args: object = {}): Promise<Shown> {
  const { text, isError } = await callText(client, GATEWAY, { ...spoken(what), ...args });
  if (isError) throw new Error(`${what}: ${text}`);
  return JSON.parse(text);
}

async function begin(client: Client): Promise<string> {
  const { sessionId } = await ask(client, 'start_new');
  await ask(client, 'cipher');
  return sessionId;
}

const CRITICISED = { thought: 'It is the cache', nextThoughtNeeded: true, critique: true };

async function thoughtsOf(client: Client, sessionId: string): Promise<Shown[]> {
  return (await ask(client, 'session get', { sessionId })).thoughts;
}

const [engine] = MAIN_ENGINES;
if (!engine) throw new Error('no engine to test on');
/** Each era once, and the current one over both transports: every client costs a process. */
const TRANSPORTS: readonly {
  readonly era: Era;
  readonly way: 'stdio' | 'http' | 'http, not listening';
}[] = [
  { era: MODERN, way: 'stdio' },
  { era: MODERN, way: 'http' },
  { era: '2025-11-25', way: 'stdio' },
  { era: '2025-11-25', way: 'http, not listening' },
  { era: '2025-06-18', way: 'http' },
];

describe.each(TRANSPORTS)('a client of $era over $way', ({ era, way }) => {
  let place: TestPlace;
  let server: HttpServer | undefined;
  beforeAll(async () => {
    place = await engine.migrated();
    if (way !== 'stdio') {
      server = await startHttpServer({ flags: place.flags, workspace: 'asking' });
    }
  });
  afterAll(async () => {
    await server?.stop('SIGKILL');
    await place.remove();
  });

  const listens = way !== 'http, not listening';
  const withClient = async (abilities: Abilities, work: (client: Client) => Promise<void>) => {
    const client = server
      ? await connectHttp(era, server.mcpUrl, undefined, {
          ...abilities,
          listens,
          headers: { 'waymark-agent': 'asked' },
        })
      : (await connectStdio(era, place.flags, 'asking', abilities)).client;
    try {
      await work(client);
    } finally {
      await client.close();
    }
  };

  it(
    '[TH50] [TP31] criticises a thought, and the critique is stored with its model',
    async () => {
      const abilities = sampling(() => said('Is it warm?'));
      await withClient(abilities, async (client) => {
        const session = await begin(client);
        await ask(client, 'thought', { thought: 'It is slow', nextThoughtNeeded: true });
        const told = await ask(client, 'thought', CRITICISED);
        expect(told).toMatchObject({
          thoughtNumber: 2,
          sessionId: session,
          critique: { text: 'Is it warm?', model: 'model-of-the-client' },
        });
        expect(abilities.asked).toHaveLength(1);
        expect(abilities.asked[0]).toMatchObject({
          maxTokens: 1000,
          includeContext: 'thisServer',
          modelPreferences: {
            hints: [{ name: 'claude-sonnet-4-5-20250929' }],
            intelligencePriority: 0.9,
            costPriority: 0.3,
          },
        });
        const { messages } = abilities.asked[0];
        expect(messages[0].content.text).toContain('Thought 1: It is slow');
        const thoughts = await thoughtsOf(client, session);
        expect(thoughts).toHaveLength(2);
        expect(thoughts[1].critique).toMatchObject({ model: 'model-of-the-client' });
      });
    },
    HANG_MS,
  );

  it(
    '[TH51] that cannot, or refuses, gets the thought alone',
    async () => {
      await withClient({}, async (client) => {
        const session = await begin(client);
        const told = await ask(client, 'thought', CRITICISED);
        expect(told.critique).toEqual({ code: 'SAMPLING_NOT_SUPPORTED' });
        expect(await thoughtsOf(client, session)).toHaveLength(1);
      });
    },
    HANG_MS,
  );

  const faults: readonly (readonly [string, () => CreateMessageResult])[] = [
    [
      'fails',
      () => {
        throw new Error('the model is asleep');
      },
    ],
    ['says nothing', () => said('  ')],
    ['shows a picture', () => picture()],
    ['answers nonsense', () => ({ nonsense: true }) as unknown as CreateMessageResult],
  ];

  it.each(faults)(
    '[TH51] that %s loses the critique, not the thought',
    async (how, answer) => {
      await withClient(sampling(answer), async (client) => {
        const session = await begin(client);
        // A client of the current era ends the call itself if it cannot answer.
        const told = await ask(client, 'thought', CRITICISED).catch((error: Error) => error);
        if (!(told instanceof Error)) {
          expect(told).toMatchObject({ thoughtNumber: 1, critique: { code: 'SAMPLING_FAILED' } });
          if (how === 'fails') expect(told.critique.message).toContain('the model is asleep');
        } else expect(era).toBe(MODERN);
        const thoughts = await thoughtsOf(client, session);
        expect(thoughts).toHaveLength(1);
        expect(thoughts[0]).not.toHaveProperty('critique');
        const next = await ask(client, 'thought', { ...CRITICISED, critique: false });
        expect(next).toMatchObject({ thoughtNumber: 2, sessionId: session });
      });
    },
    HANG_MS,
  );

  it(
    '[TH50] may call while it is asked',
    async () => {
      let inner: Promise<Shown> | undefined;
      const abilities: Abilities = {
        capabilities: { sampling: {} },
        prepare: (client) =>
          client.setRequestHandler('sampling/createMessage', async () => {
            inner = ask(client, 'thought', { thought: 'Meanwhile', nextThoughtNeeded: true });
            await inner;
            return said('Done meanwhile');
          }),
      };
      await withClient(abilities, async (client) => {
        const session = await begin(client);
        const told = await ask(client, 'thought', CRITICISED);
        expect(told).toMatchObject({ thoughtNumber: 1, critique: { text: 'Done meanwhile' } });
        expect(await inner).toMatchObject({ thoughtNumber: 2 });
        expect(await thoughtsOf(client, session)).toHaveLength(2);
      });
    },
    HANG_MS,
  );

  it(
    '[TH49] [TH91] [TP31] sends its roots, and binds one',
    async () => {
      const abilities: Abilities = {
        capabilities: { roots: {} },
        prepare: (client) => client.setRequestHandler('roots/list', async () => ({ roots: MIXED })),
      };
      await withClient(abilities, async (client) => {
        const roots = [ROOTS[0], { uri: 'file:///src/api', name: 'api' }];
        const note = expect.stringContaining('https://host/x');
        expect(await ask(client, 'list_roots')).toEqual({ roots, count: 2, note });
        const bound = await ask(client, 'bind_root', { rootUri: 'file:///src/shop' });
        expect(bound).toMatchObject({ success: true, project: 'Shop' });
        const session = await begin(client);
        const { session: made } = await ask(client, 'session get', { sessionId: session });
        expect(made.project).toBe('Shop');
        expect((await ask(client, 'get_state')).boundRoot).toBe('file:///src/shop');
        const unknown = { operation: 'bind_root', rootUri: 'file:///nowhere' };
        const { text, isError } = await callText(client, GATEWAY, unknown);
        expect(isError).toBe(true);
        expect(JSON.parse(text).details.availableRoots).toEqual(ROOTS.map(({ uri }) => uri));
        await ask(client, 'navigate', { project: '_default' });
      });
    },
    HANG_MS,
  );

  it(
    '[TH49] without roots, or failing at them, is told so',
    async () => {
      await withClient({}, async (client) => {
        expect(await ask(client, 'list_roots')).toMatchObject({ supported: false, count: 0 });
        expect(await ask(client, 'bind_root', { rootUri: 'file:///x' })).toMatchObject({
          supported: false,
        });
      });
      const failing: Abilities = {
        capabilities: { roots: {} },
        prepare: (client) =>
          client.setRequestHandler('roots/list', async () => {
            throw new Error('no roots today');
          }),
      };
      await withClient(failing, async (client) => {
        const told = await ask(client, 'list_roots').catch((error: Error) => error);
        if (told instanceof Error) expect(era).toBe(MODERN);
        else expect(told).toMatchObject({ success: false, supported: true });
        expect((await ask(client, 'get_state')).boundRoot ?? 'none').not.toBe('file:///x');
      });
    },
    HANG_MS,
  );
});

describe('an older client over HTTP', () => {
  let place: TestPlace;
  let server: HttpServer;
  beforeAll(async () => {
    place = await engine.migrated();
    server = await startHttpServer({ flags: place.flags, workspace: 'answered' });
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    await place.remove();
  });

  it.each([
    { capabilities: {}, type: 'application/json' },
    { capabilities: { elicitation: {} }, type: 'text/event-stream' },
    { capabilities: { experimental: {} }, type: 'application/json' },
    { capabilities: { roots: {} }, type: 'text/event-stream' },
    { capabilities: { sampling: {} }, type: 'text/event-stream' },
  ])('[TP31] with $capabilities is answered by $type', async ({ capabilities, type }) => {
    const clientInfo = { name: 'raw', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities, clientInfo };
    const hello = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
    const { status, headers, text } = await post(server.mcpUrl, hello);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(type);
    expect(text).toContain('"serverInfo":{"name":"waymark"');
  });
});

function picture(): CreateMessageResult {
  const content = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' };
  return { role: 'assistant', model: 'm', content };
}

describe('a client of the current era that sends what no SDK would', () => {
  const META = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { sampling: {}, roots: {} },
  };
  let place: TestPlace;
  let client: StdioClient;
  beforeAll(async () => {
    place = await engine.migrated();
    client = StdioClient.spawn({ flags: place.flags, workspace: 'raw' });
  });
  afterAll(async () => {
    client.kill();
    await client.exited;
    await place.remove();
  });

  const call = async (args: object, more: object = {}): Promise<Shown> => {
    const params = { name: GATEWAY, arguments: args, _meta: META, ...more };
    return client.request('tools/call', params);
  };
  const textIn = (message: Shown): Shown => JSON.parse(message.result.content[0].text);

  const ANSWERS: readonly unknown[] = [
    undefined,
    null,
    7,
    [],
    {},
    { roots: [] },
    { roots: [{ uri: 'file:///x' }] },
    { action: 'accept', content: {} },
    { role: 'assistant' },
    { role: 'assistant', content: null },
    { role: 'assistant', content: [] },
    { role: 'assistant', content: { type: 'text', text: 7 } },
    { role: 'assistant', content: [{ type: 'text', text: '' }, null, 'x'] },
  ];

  it('[TH51] records once, whatever comes back, and however often', async () => {
    await call({ operation: 'start_new' });
    await call({ operation: 'cipher' });
    const args = { operation: 'thought', ...CRITICISED };
    const first = await call(args);
    expect(first.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { asked: { method: 'sampling/createMessage' } },
    });
    const { requestState } = first.result;
    for (const answer of ANSWERS) {
      const reply = await call(args, { requestState, inputResponses: { asked: answer } });
      expect(textIn(reply), JSON.stringify(answer)).toMatchObject({
        thoughtNumber: 1,
        critique: { code: 'SAMPLING_FAILED' },
      });
    }
    const good = { role: 'assistant', model: 7, content: { type: 'text', text: 'So?\u0000' } };
    for (const _time of [1, 2]) {
      const reply = await call(args, { requestState, inputResponses: { asked: good } });
      expect(textIn(reply)).toMatchObject({ thoughtNumber: 1, critique: { text: 'So?' } });
    }
    for (const state of [
      '',
      'x',
      'home:',
      'roots:',
      'sampling:',
      'sampling:{}',
      `roots:${requestState}`,
    ]) {
      const reply = await call(args, { requestState: state, inputResponses: { asked: good } });
      expect(textIn(reply).code, state).toBe('INVALID_PAYLOAD');
    }
    const get = { operation: 'session', subOperation: 'get', sessionId: 'current' };
    const { thoughts } = textIn(await call(get));
    expect(thoughts).toHaveLength(1);
    expect(thoughts[0].critique).toMatchObject({ text: 'So?', model: 'unknown' });
  });

  it('[TH49] is asked for its roots once, and told what was wrong with them', async () => {
    const args = { operation: 'list_roots' };
    const first = await call(args);
    expect(first.result).toMatchObject({ inputRequests: { asked: { method: 'roots/list' } } });
    const { requestState } = first.result;
    for (const answer of ANSWERS.filter((each) => !isRoots(each))) {
      const reply = await call(args, { requestState, inputResponses: { asked: answer } });
      expect(textIn(reply), JSON.stringify(answer)).toMatchObject({
        success: false,
        supported: true,
      });
    }
    const odd = { roots: [null, 7, {}, { uri: 5 }, { uri: 'file:///a\u0000b', name: 7 }] };
    const reply = await call(args, { requestState, inputResponses: { asked: odd } });
    const note = expect.stringContaining('left out');
    expect(textIn(reply)).toEqual({ roots: [{ uri: 'file:///ab', name: 'ab' }], count: 1, note });
  });
});

function isRoots(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'roots' in answer;
}
