/** `waymark mcp`: MCP over stdio, until the client leaves. */

import type { Config } from '../config/config.ts';
import type { Surface } from '../surface/surface.ts';
import { serveStdio } from '../transport/serve-stdio.ts';
import { failure } from './failure.ts';
import { mcpOptions, openSurface, stdioVisitor } from './open-surface.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';

/** Silence would look like a hang to whoever typed `waymark` to see what it is. */
const HINT =
  'Waymark is waiting for an MCP client on stdin. To connect one, or to see what else it does: waymark --help';

export async function mcp(config: Config, outside: Outside): Promise<ExitCode> {
  let opening: Promise<Surface> | undefined;
  /** Tried anew by the next call where it failed: whoever mends the memory need not start again. */
  const surface = () => {
    opening ??= openSurface(config, outside).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const server = serveStdio(mcpOptions(config, outside, surface), stdioVisitor(config, outside));
  if (outside.isTerminal) outside.log(HINT);
  outside.onStop(() => void server.stop());
  // The client waits for our greeting before anything else, and needs the memory only later.
  await server.greeted;
  try {
    await surface().catch((error: unknown) => failure(error, outside));
    await server.done;
  } catch (error) {
    await server.stop();
    throw error;
  }
  const opened = await opening;
  opened?.attendance?.close();
  await opened?.store.close();
  return opened ? EXIT.ok : EXIT.unavailable;
}
