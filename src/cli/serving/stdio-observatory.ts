/** Serves the Observatory beside a stdio server, if the settings ask for it. */

import type { Config } from '../../config/config.ts';
import { UsageError } from '../../kernel/usage-error.ts';
import { findServer } from '../../observatory/find-server.ts';
import type { Surface } from '../../surface/surface.ts';
import type { RunningServer } from '../../transport/serve-http.ts';
import type { Outside } from '../outside.ts';
import { addressOf, guardsFor, openObservatory } from './serve.ts';

/**
 * Undefined if it cannot be served. That is only logged: the agent of this process needs its tools,
 * not the page.
 */
export async function observatoryBeside(
  config: Config,
  outside: Outside,
  surface: Surface,
): Promise<RunningServer | undefined> {
  const { store } = surface;
  const say = async (url: string, note = '') =>
    outside.log(`Observatory: ${await addressOf(url, config, store)}${note}`);
  try {
    const guards = guardsFor(config);
    const { host } = config;
    const served = await findServer({ host, port: config.observatory.port }, store.location);
    if (served !== undefined) {
      await say(served, ' (served by another process of this memory)');
      return undefined;
    }
    const server = await openObservatory(config, outside, surface, guards, undefined);
    await say(server.url);
    return server;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    outside.log(`Observatory: not served. ${error.message}`);
    return undefined;
  }
}
