/** `waymark status`: the memory and this project, for a person. */

import type { Config } from '../config/config.ts';
import { dispatch } from '../surface/dispatch.ts';
import { localCaller, openSurface } from './open-surface.ts';
import { EXIT, type ExitCode, exitCodeOf, type Outside } from './outside.ts';

export async function status(config: Config, outside: Outside): Promise<ExitCode> {
  const surface = await openSurface(config, outside);
  try {
    const known = await surface.store.workspaces();
    outside.print(`Memory      ${surface.store.engine} at ${surface.store.location}\n`);
    outside.print(`Workspaces  ${known.length === 0 ? 'none yet' : known.join(', ')}\n`);
    if (config.workspace === undefined) {
      outside.print('This directory belongs to no project; name one with --workspace ID.\n');
      return EXIT.ok;
    }
    const reply = await dispatch(surface, { tool: 'status', args: {} }, localCaller(config));
    const [state] = reply.text.split('\n');
    outside.print(`${config.workspace}: ${state}\n`);
    return exitCodeOf(reply);
  } finally {
    await surface.store.close();
  }
}
