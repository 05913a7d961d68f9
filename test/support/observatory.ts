/** An Observatory in this process, on a real port, with the store of a test. */

import { serveObservatory } from '../../src/observatory/serve-observatory.ts';
import { type Guards, LOOPBACK_HOSTS } from '../../src/transport/guards.ts';
import type { RunningServer } from '../../src/transport/serve-http.ts';
import { openTestSurface, type TestSurface, type TestSurfaceOptions } from './surface.ts';

export interface TestObservatory extends TestSurface {
  readonly url: string;
  /** What was logged. */
  readonly log: readonly string[];
}

export interface TestObservatoryOptions extends TestSurfaceOptions {
  readonly guards?: Partial<Guards>;
  readonly maxConnections?: number;
  readonly httpApi?: boolean;
}

export async function openTestObservatory(
  options: TestObservatoryOptions = {},
): Promise<TestObservatory> {
  const server = await openTestSurface(options);
  const log: string[] = [];
  const observatory = await serveOn(server, options, log);
  return {
    ...server,
    url: observatory.url,
    log,
    async close() {
      await observatory.close();
      await server.close();
    },
  };
}

function serveOn(
  { surface }: TestSurface,
  { guards = {}, maxConnections = 100, httpApi = false }: TestObservatoryOptions,
  log: string[],
): Promise<RunningServer> {
  return serveObservatory(
    { surface, mcpUrl: undefined, maxConnections, httpApi, log: (line) => void log.push(line) },
    {
      hosts: LOOPBACK_HOSTS,
      addresses: false,
      origins: [],
      grants: [],
      anyone: { role: 'write' },
      ...guards,
    },
    { host: '127.0.0.1', port: 0 },
  );
}
