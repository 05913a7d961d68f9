/** The official client, in each protocol era it speaks, over both transports. */

import { tmpdir } from 'node:os';
import {
  Client,
  type ClientCapabilities,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { cleanEnvironment, PROGRAM } from './waymark-command.ts';

/** The current revision has no handshake; the older two begin with `initialize`. */
export const ERAS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;

export type Era = (typeof ERAS)[number];

const MODERN: Era = '2026-07-28';

/** What a client can do besides calling tools, and how. */
export interface Abilities {
  readonly capabilities?: ClientCapabilities;
  /** The words that the server is started with, over stdio. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Headers of every request, over HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called before it connects, to set its handlers. */
  readonly prepare?: (client: Client) => void;
  /** Over HTTP: whether it keeps a stream open for messages outside its calls. */
  readonly listens?: boolean;
}

function newClient(era: Era, { capabilities = {}, prepare }: Abilities = {}): Client {
  const info = { name: `test-${era}`, version: '1' };
  const client =
    era === MODERN
      ? new Client(info, { capabilities, versionNegotiation: { mode: { pin: era } } })
      : new Client(info, { capabilities, supportedProtocolVersions: [era] });
  prepare?.(client);
  return client;
}

export interface ConnectedClient {
  readonly client: Client;
  /** The process of the server, if the client has started one. */
  readonly pid: number | undefined;
}

export async function connectStdio(
  era: Era,
  flags: readonly string[],
  workspace: string | undefined,
  abilities: Abilities = {},
): Promise<ConnectedClient> {
  const named = workspace === undefined ? [] : ['--workspace', workspace];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'mcp', ...flags, ...named],
    env: cleanEnvironment(abilities.env),
    cwd: abilities.cwd ?? tmpdir(),
    stderr: 'ignore',
  });
  const client = newClient(era, abilities);
  await client.connect(transport);
  return { client, pid: transport.pid ?? undefined };
}

export async function connectHttp(
  era: Era,
  url: string,
  token?: string,
  abilities: Abilities = {},
): Promise<Client> {
  const headers = new Headers({
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...abilities.headers,
  });
  const client = newClient(era, abilities);
  const { listens = true } = abilities;
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers },
      ...(listens ? {} : { fetch: withoutStream }),
    }),
  );
  return client;
}

/** What a client sees behind a proxy that lets no stream through. */
async function withoutStream(url: string | URL, init?: RequestInit): Promise<Response> {
  return init?.method === 'GET' ? new Response(null, { status: 405 }) : fetch(url, init);
}

const LISTING = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) });

/** The names in a listing, by a raw request so that `toolset` can be sent. */
export async function listedNames(client: Client, toolset?: string): Promise<string[]> {
  const params = toolset === undefined ? {} : { toolset };
  const { tools } = await client.request({ method: 'tools/list', params }, LISTING);
  return tools.map((tool) => tool.name);
}

export async function callText(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<{ text: string; isError: boolean }> {
  const result = await client.callTool({ name, arguments: args });
  const [part] = result.content;
  return { text: part?.type === 'text' ? part.text : '', isError: result.isError === true };
}
