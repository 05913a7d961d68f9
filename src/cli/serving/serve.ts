/** `waymark serve` and `waymark ui`: serve MCP over HTTP, the Observatory, or both. */

import { hostname } from 'node:os';
import { Channels } from '../../compat/channels/channels.ts';
import { answerRest } from '../../compat/rest/answer-rest.ts';
import type { Config } from '../../config/config.ts';
import { UsageError } from '../../kernel/usage-error.ts';
import { findServer } from '../../observatory/find-server.ts';
import { serveObservatory } from '../../observatory/serve-observatory.ts';
import type { Store } from '../../store/port.ts';
import type { Surface } from '../../surface/surface.ts';
import { type Guards, isLoopback, LOOPBACK_HOSTS } from '../../transport/guards.ts';
import { AGENT_HEADER, SAMPLE_AGENT, SAMPLE_WORKSPACE } from '../../transport/named-in-request.ts';
import type { RunningServer } from '../../transport/serve-http.ts';
import { mcpOptions, openSurface } from '../open-surface.ts';
import { EXIT, type ExitCode, type Outside } from '../outside.ts';
import { PAGE, refuseTakenPorts } from './ports.ts';

export async function serve(config: Config, outside: Outside): Promise<ExitCode> {
  const guards = guardsFor(config);
  return untilStopped(config, outside, async (surface, running) => {
    const { observatory: page, host, port } = config;
    await refuseTakenPorts(
      host,
      [
        { what: 'MCP', port, flag: '--port' },
        ...(page.enabled ? [{ what: PAGE, port: page.port, flag: '--observatory-port' }] : []),
      ],
      surface.store.location,
    );
    const { serveHttp } = await import('../../transport/serve-http.ts');
    const mcp = await atPort(port, '--port', () =>
      serveHttp(
        mcpOptions(config, outside, async () => surface, 'none'),
        guards,
        { host, port, newSessionId: outside.newId },
      ),
    );
    running.push(mcp);
    let observatoryUrl: string | undefined;
    if (config.observatory.enabled) {
      const observatory = await openObservatory(config, outside, surface, guards, mcp.url);
      running.push(observatory);
      observatoryUrl = observatory.url;
    }
    outside.print(welcome(config, surface, mcp.url, observatoryUrl));
    return 'serving';
  });
}

export interface UiOptions {
  /** Whether the page is opened in the browser of the person at the terminal. */
  readonly opens: boolean;
}

/** Opens the page: that of a server that already serves this memory, or its own. */
export async function ui(
  config: Config,
  outside: Outside,
  { opens }: UiOptions,
): Promise<ExitCode> {
  const guards = guardsFor(config);
  const show = async (url: string, store: Store, note = '') => {
    const place = await addressOf(url, config, store);
    outside.print(`Observatory  ${place}${note}\n`);
    if (opens && outside.isTerminal) outside.openUrl(place);
  };
  return untilStopped(config, outside, async (surface, running) => {
    const { store } = surface;
    const served = await findServer(
      { host: config.host, port: config.observatory.port },
      store.location,
    );
    if (served !== undefined) {
      await show(served, store, '  (served already)');
      return 'done';
    }
    const observatory = await openObservatory(config, outside, surface, guards, undefined);
    running.push(observatory);
    await show(observatory.url, store);
    return 'serving';
  });
}

/** The page of the workspace of this directory, if it has one; else the page chooses. */
export async function addressOf(url: string, config: Config, store: Store): Promise<string> {
  const { workspace = config.project && (await store.projects.lookUp(config.project)) } = config;
  if (workspace === undefined || !(await store.workspaces()).includes(workspace)) return url;
  return `${url}w/${encodeURIComponent(workspace)}`;
}

/** Stops every server that was started, also when a later one fails to start. */
async function untilStopped(
  config: Config,
  outside: Outside,
  start: (surface: Surface, running: RunningServer[]) => Promise<'serving' | 'done'>,
): Promise<ExitCode> {
  const surface = await openSurface(config, outside, 'none');
  // Registered before the welcome is printed: a signal may arrive right after it.
  const stopped = new Promise<void>((resolve) => outside.onStop(resolve));
  const running: RunningServer[] = [];
  try {
    if ((await start(surface, running)) === 'serving') await stopped;
    return EXIT.ok;
  } finally {
    for (const server of running) await server.close();
    await surface.close();
  }
}

export function openObservatory(
  config: Config,
  outside: Outside,
  surface: Surface,
  guards: Guards,
  mcpUrl: string | undefined,
): Promise<RunningServer> {
  const { port, origins, maxConnections, httpApi } = config.observatory;
  const address = { host: config.host, port };
  const options = {
    ...{ surface, mcpUrl, maxConnections, log: outside.log },
    channels: new Channels(),
    answerApi: httpApi ? answerRest : undefined,
  };
  return atPort(port, '--observatory-port', () =>
    serveObservatory(options, { ...guards, origins }, address),
  );
}

export function guardsFor(config: Config): Guards {
  if (!isLoopback(config.host) && config.tokens.length === 0) {
    throw new UsageError(
      `Serving on ${config.host} opens the memory to the network and needs a token: ` +
        'add --token SECRET, or serve on 127.0.0.1.',
    );
  }
  return {
    // The Host header is compared in lower case.
    hosts: [...LOOPBACK_HOSTS, config.host, hostname(), ...config.allowedHosts].map((name) =>
      name.toLowerCase(),
    ),
    namedHosts: config.allowedHosts.map((name) => name.toLowerCase()),
    addresses: !isLoopback(config.host),
    origins: [],
    grants: config.tokens.map(({ token, agent, role, workspaces }) => ({
      token,
      visitor: { ...named(agent ?? config.agent), role, workspaces },
    })),
    anyone: { ...named(config.agent), role: 'write' },
  };
}

function named(agent: string | undefined): { readonly agent?: string } {
  return agent === undefined ? {} : { agent };
}

async function atPort<Result>(
  port: number,
  flag: string,
  start: () => Promise<Result>,
): Promise<Result> {
  try {
    return await start();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE') {
      throw new UsageError(
        `Port ${port} is in use, perhaps by another Waymark: choose another with ${flag} PORT.`,
      );
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new UsageError(`Port ${port} cannot be opened on this address (${code}).`);
    }
    throw error;
  }
}

function welcome(
  config: Config,
  surface: Surface,
  mcpUrl: string,
  observatoryUrl: string | undefined,
): string {
  const token = config.tokens.length > 0 ? ' --header "Authorization: Bearer YOUR_TOKEN"' : '';
  const url = config.workspace === undefined ? `${mcpUrl}/${SAMPLE_WORKSPACE}` : mcpUrl;
  const agent = { [AGENT_HEADER]: SAMPLE_AGENT };
  const json = JSON.stringify({ url, headers: agent });
  return `Waymark ${surface.facts.version} is serving the memory at ${surface.store.location}

  MCP          ${mcpUrl}
  Observatory  ${observatoryUrl ?? 'closed'}
  Workspace    ${config.workspace ?? 'named by the path (/mcp/WORKSPACE), by a header, or by the client’s roots'}

Connect a client:
  Any client   run waymark init --http in the project's directory: it fills in workspace and name
  Claude Code  claude mcp add --transport http waymark ${url} --header "${AGENT_HEADER}: ${SAMPLE_AGENT}"${token}
  Cursor       .cursor/mcp.json   {"mcpServers":{"waymark":${json}}}
  VS Code      .vscode/mcp.json   {"servers":{"waymark":{"type":"http",${json.slice(1)}}}
  Codex        codex mcp add waymark --url ${url}
  WORKSPACE is the project's name (waymark workspaces lists them), NAME the agent's: clients
  with the same name are one agent. Without a name each session of a client is a separate agent.

Stop with Ctrl-C.
`;
}
