/** `waymark call TOOL [JSON]`: calls a tool in the same way as a client does. */

import type { Config } from '../config/config.ts';
import { UsageError } from '../kernel/usage-error.ts';
import { dispatch } from '../surface/dispatch.ts';
import { localCaller, openSurface } from './open-surface.ts';
import { type ExitCode, exitCodeOf, type Outside } from './outside.ts';

export async function call(
  config: Config,
  outside: Outside,
  tool: string,
  json: string | undefined,
): Promise<ExitCode> {
  const args = parseArguments(json === '-' ? await outside.readStdin() : (json ?? '{}'));
  const surface = await openSurface(config, outside);
  const stop = new AbortController();
  outside.onStop(() => stop.abort());
  try {
    const caller = localCaller(config, outside);
    const reply = await dispatch(surface, { tool, args }, caller, { signal: stop.signal });
    outside.print(`${reply.text}\n`);
    return exitCodeOf(reply);
  } finally {
    await surface.close();
  }
}

function parseArguments(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new UsageError(
      `The arguments are not JSON (${(error as Error).message}). For example: waymark call help '{"search":"notes"}'`,
    );
  }
}
