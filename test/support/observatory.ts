/** An Observatory in this process, on a real port, with the store of a test. */

import { Channels } from '../../src/compat/channels/channels.ts';
import { answerRest } from '../../src/compat/rest/answer-rest.ts';
import { serveObservatory } from '../../src/observatory/serve-observatory.ts';
import { type Guards, LOOPBACK_HOSTS } from '../../src/transport/guards.ts';
import type { RunningServer } from '../../src/transport/serve-http.ts';
import { openTestSurface, type TestSurface, type TestSurfaceOptions } from './surface.ts';

export interface TestObservatory extends TestSurface {
  readonly url: string;
  /** What was logged. */
  readonly log: readonly string[];
}

export interface TestObservatoryOptions extends TestSurfaceOptions, ServedOptions {}

export interface ServedOptions {
  readonly guards?: Partial<Guards>;
  readonly maxConnections?: number;
  readonly heartbeatMs?: number;
  readonly httpApi?: boolean;
}

export async function openTestObservatory(
  options: TestObservatoryOptions = {},
): Promise<TestObservatory> {
  const server = await openTestSurface(options);
  const served = await serveTestObservatory(server, options);
  return {
    ...server,
    ...served,
    async close() {
      await served.close();
      await server.close();
    },
  };
}

/** Serves a Waymark that is open already, until it is closed. */
export async function serveTestObservatory(
  { surface }: Pick<TestSurface, 'surface'>,
  { guards = {}, maxConnections = 100, httpApi = false, heartbeatMs }: ServedOptions = {},
): Promise<RunningServer & { readonly log: readonly string[] }> {
  const log: string[] = [];
  const server = await serveObservatory(
    {
      ...{ surface, mcpUrl: undefined, maxConnections, heartbeatMs },
      channels: new Channels(),
      answerApi: httpApi ? answerRest : undefined,
      log: (line) => void log.push(line),
    },
    {
      hosts: LOOPBACK_HOSTS,
      namedHosts: [],
      addresses: false,
      origins: [],
      grants: [],
      anyone: { role: 'write' },
      ...guards,
    },
    { host: '127.0.0.1', port: 0 },
  );
  return { ...server, log };
}
