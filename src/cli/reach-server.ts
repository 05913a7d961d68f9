/** How a client reaches a running server: an address for this project, a name for the client. */

import type { Config } from '../config/config.ts';
import { UsageError } from '../kernel/usage-error.ts';
import { homeWorkspace } from './home-workspace.ts';
import type { Client, Reach } from './init.ts';
import { openMemory } from './open-memory.ts';
import type { Outside } from './outside.ts';

export async function reachServer(
  config: Config,
  outside: Outside,
  client: Client,
  given: string | true,
): Promise<Reach> {
  const base = given === true ? `http://127.0.0.1:${config.port}/mcp` : given;
  if (!/^https?:\/\/[^/]+/.test(base)) {
    throw new UsageError(`--http: ${base} is not an address; expected http://127.0.0.1:1731/mcp`);
  }
  const store = await openMemory(config, outside);
  try {
    const workspace = await homeWorkspace(config, store, outside);
    return {
      url: `${base.replace(/\/+$/, '')}/${encodeURI(workspace)}`,
      headers: {
        'Waymark-Agent': config.agent ?? `${client}-${outside.newId().slice(0, 6)}`,
        ...(config.tokens.length > 0 ? { Authorization: 'Bearer YOUR_TOKEN' } : {}),
      },
    };
  } finally {
    await store.close();
  }
}
