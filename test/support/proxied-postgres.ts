/** A memory on PostgreSQL behind a proxy that can cut connections, in a database of its own. */

import type { StorePlace } from '../../src/store/open-store.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import { ENGINES, type TestPlace } from './engines.ts';

export const POSTGRES = ENGINES.find((engine) => engine.name === 'postgres');

export interface ProxiedPlace {
  /** Directly to the server. */
  readonly direct: TestPlace;
  /** Through the proxy. */
  readonly place: StorePlace;
  readonly flags: readonly string[];
  readonly proxy: CuttingProxy;
}

export async function withProxied(work: (proxied: ProxiedPlace) => Promise<void>): Promise<void> {
  if (!POSTGRES) throw new Error('there is no PostgreSQL to test on');
  const direct = await POSTGRES.place();
  const url = new URL(direct.databaseUrl ?? '');
  const proxy = await CuttingProxy.start(Number(url.port));
  url.port = String(proxy.port);
  const { dataDir } = direct;
  const flags = ['--data-dir', dataDir, '--database-url', url.toString()];
  try {
    await work({ direct, place: { dataDir, databaseUrl: url.toString() }, flags, proxy });
  } finally {
    await proxy.close();
    await direct.remove();
  }
}
