/** `waymark mcp`: serves MCP over stdio until the client closes the connection. */

import type { Config } from '../config/config.ts';
import type { RunningServer } from '../transport/serve-http.ts';
import { serveStdio } from '../transport/serve-stdio.ts';
import { reportFailure } from './failure.ts';
import { mcpOptions, type OpenSurface, openSurface, stdioVisitor } from './open-surface.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';

/** A person who types `waymark` to see what it does would take silence for a hang. */
const HINT =
  'Waymark is waiting for an MCP client on stdin. To connect one, or to see the other commands:';

export async function mcp(config: Config, outside: Outside): Promise<ExitCode> {
  let opening: Promise<OpenSurface> | undefined;
  /** Opened again by the next call after a failure: a fixed database needs no restart. */
  const surface = () => {
    opening ??= openSurface(config, outside).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const server = serveStdio(mcpOptions(config, outside, surface), stdioVisitor(config, outside));
  if (outside.isTerminal) outside.log(`${HINT} ${outside.invocation()} --help`);
  outside.onStop(() => void server.stop());
  // The client waits for the greeting first; the database is needed only by the first call.
  await server.greeted;
  let page: RunningServer | undefined;
  try {
    const opened = await surface().catch((error: unknown) => reportFailure(error, outside));
    if (opened !== undefined && typeof opened === 'object' && config.observatory.isAsked) {
      const { observatoryBeside } = await import('./serving/stdio-observatory.ts');
      page = await observatoryBeside(config, outside, opened);
    }
    await server.done;
  } catch (error) {
    await server.stop();
    throw error;
  }
  await page?.close();
  const opened = await opening;
  await opened?.close();
  return opened ? EXIT.ok : EXIT.unavailable;
}
