/** The composition of a running Waymark: configuration, store and surface. */

import type { Config } from '../config/config.ts';
import { CATALOGUE } from '../operations/catalogue.ts';
import { openStore } from '../store/open-store.ts';
import { SCHEMA_NAME } from '../store/sql/migrate.ts';
import type { Caller } from '../surface/caller.ts';
import type { Surface } from '../surface/dispatch.ts';
import type { McpOptions } from '../transport/mcp-server.ts';
import type { Outside } from './outside.ts';

export async function openSurface(config: Config, outside: Outside): Promise<Surface> {
  const store = await openStore(config);
  return {
    store,
    catalogue: CATALOGUE,
    facts: {
      version: outside.version,
      storageDir: store.location,
      schemaVersion: SCHEMA_NAME,
      defaultWorkspace: config.workspace,
    },
    now: outside.now,
  };
}

export function mcpOptions(surface: Surface, config: Config, outside: Outside): McpOptions {
  return {
    surface,
    toolsets: config.toolsets,
    structured: config.structured,
    log: outside.log,
  };
}

/** Whoever starts the program on this machine. */
export function localCaller(config: Config): Caller {
  return { agent: config.agent, role: 'write' };
}
