/** `waymark mcp`: MCP over stdio, until the client leaves. */

import type { Config } from '../config/config.ts';
import { serveStdio } from '../transport/serve-stdio.ts';
import { localCaller, mcpOptions, openSurface } from './open-surface.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';

/** Silence would look like a hang to whoever typed `waymark` to see what it is. */
const HINT =
  'Waymark is waiting for an MCP client on stdin. To connect one, or to see what else it does: waymark --help';

export async function mcp(config: Config, outside: Outside): Promise<ExitCode> {
  const surface = await openSurface(config, outside);
  const { done, stop } = serveStdio(mcpOptions(surface, config, outside), localCaller(config));
  if (outside.isTerminal) outside.log(HINT);
  outside.onStop(() => void stop());
  await done;
  await surface.store.close();
  return EXIT.ok;
}
