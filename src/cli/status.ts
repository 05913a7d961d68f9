/** `waymark status`: shows the database, its workspaces and the state of this project. */

import type { Config } from '../config/config.ts';
import { printedLine } from '../kernel/excerpt.ts';
import { commandLine } from '../surface/command-line.ts';
import { dispatch } from '../surface/dispatch.ts';
import { formerMemories } from './former-memories.ts';
import { knownWorkspace } from './home-workspace.ts';
import { localCaller, openSurface } from './open-surface.ts';
import { type ExitCode, exitCodeOf, type Outside } from './outside.ts';

export async function status(config: Config, outside: Outside): Promise<ExitCode> {
  const surface = await openSurface(config, outside, 'none');
  try {
    const { store } = surface;
    const known = await store.workspaces();
    outside.print(`Memory      ${store.engine} at ${store.location}\n`);
    outside.print(
      `Workspaces  ${known.length === 0 ? 'none yet' : printedLine(known.join(', '))}\n`,
    );
    const workspace = await knownWorkspace(config, store);
    const caller = { ...localCaller(config, outside), workspace };
    // Reading binds no directory to a workspace, so that of the new one is not stored yet.
    const directory = config.workspace === undefined ? config.project?.directory : undefined;
    const server = {
      ...surface,
      formerMemories: (name: string) => formerMemories(store, name, directory),
    };
    const reply = await dispatch(server, { tool: 'status', args: {} }, caller);
    // The calls are for agents.
    const calls = new Set(reply.suggestions.map(commandLine));
    const lines = reply.text.split('\n');
    const said = lines.filter((line) => !calls.has(line) && !line.startsWith('MORE: '));
    outside.print(`\n${said.join('\n')}\n`);
    return exitCodeOf(reply);
  } finally {
    await surface.close();
  }
}
