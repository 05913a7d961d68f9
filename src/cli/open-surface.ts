/** The composition of a running Waymark: configuration, store and surface. */

import type { Config } from '../config/config.ts';
import { workIdFrom } from '../domain/work/work-id.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { Caller } from '../surface/caller.ts';
import type { Surface } from '../surface/dispatch.ts';
import { listing } from '../surface/toolsets.ts';
import type { McpOptions } from '../transport/mcp-server.ts';
import type { Outside } from './outside.ts';

/** Loaded when it is needed: more than a hundred declarations, and a client waits to be greeted. */
async function loadCatalogue(): Promise<readonly Operation[]> {
  const { CATALOGUE } = await import('../operations/catalogue.ts');
  return CATALOGUE;
}

/** Whoever forgot the setting would take what is lost for kept. */
const FLEETING =
  'Waymark keeps this memory in the process alone (storage: memory): it is gone when the process ends.';

export async function openSurface(config: Config, outside: Outside): Promise<Surface> {
  // Loaded when it is opened: a server greets its client before that.
  const { openStore } = await import('../store/open-store.ts');
  const catalogue = await loadCatalogue();
  const store = await openStore(config);
  if (config.storage === 'memory') outside.log(FLEETING);
  return {
    store,
    catalogue,
    facts: {
      version: outside.version,
      storageDir: store.location,
      schemaVersion: store.schemaVersion,
      defaultWorkspace: config.workspace,
      claimTtlMinutes: config.claimTtlMinutes,
      claims: config.claims,
      evidenceOnResolve: config.evidenceOnResolve,
      thoughts: config.thoughts,
      lists: listing(catalogue, config.toolsets),
    },
    now: outside.now,
    newId: outside.newId,
    newWorkId: () => workIdFrom(outside.newId()),
  };
}

export function mcpOptions(
  config: Config,
  outside: Outside,
  surface: () => Promise<Surface>,
): McpOptions {
  return {
    catalogue: loadCatalogue,
    version: outside.version,
    toolsets: config.toolsets,
    structured: config.structured,
    workspaceIsKnown: config.workspace !== undefined,
    now: outside.now,
    log: outside.log,
    surface,
  };
}

/** Whoever calls from a shell on this machine, each time anew. */
export function localCaller(config: Config): Caller {
  return { agent: config.agent ?? 'agent', role: 'write' };
}

/** A server is an agent of its own, unless it has a name: two must not share what one has claimed. */
export function servingCaller(config: Config, outside: Outside): Caller {
  return { agent: config.agent ?? `agent-${outside.newId().slice(0, 4)}`, role: 'write' };
}
