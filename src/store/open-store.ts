/** Opens the memory at the place that the configuration names. */

import { join } from 'node:path';
import type { Store } from './port.ts';
import type { Engine } from './sql/engine.ts';
import { bringUpToDate, type OnProgress } from './sql/rebuild.ts';
import { type Replicas, sqlStore } from './sql/sql-store.ts';
import { IN_MEMORY, openSqliteEngine } from './sqlite/open-sqlite.ts';
import { loadSqlite, type SqliteProvider } from './sqlite/provider.ts';

export interface StorePlace {
  readonly dataDir: string;
  /** A PostgreSQL database, when several machines share the memory. */
  readonly databaseUrl?: string | undefined;
  /** The file to use instead of `waymark.db` in the data directory. */
  readonly databaseFile?: string | undefined;
  /** `memory` keeps everything in this process, even if a place is named too. */
  readonly storage?: 'memory' | 'fs' | undefined;
  readonly sqliteProvider?: SqliteProvider | undefined;
}

const FILE_NAME = 'waymark.db';

export function databaseFile(place: StorePlace): string {
  return place.databaseFile ?? join(place.dataDir, FILE_NAME);
}

/**
 * `process`: the id of this process, if others should see whether it is alive. `onProgress` is
 * called while an older memory is brought up to date.
 */
export async function openStore(
  place: StorePlace,
  process?: string,
  onProgress?: OnProgress,
): Promise<Store> {
  const inMemory = async () =>
    openSqliteEngine(await loadSqlite(place.sqliteProvider), IN_MEMORY, IN_MEMORY);
  const replicas: Replicas = { scratch: inMemory };
  if (place.storage === 'memory') return sqlStore(await inMemory(), replicas, process);
  const engine = await openEngine(place);
  try {
    await bringUpToDate(engine, onProgress);
    return sqlStore(engine, replicas, process);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** The engine with its schema migrated; projections of workspaces may still be older. */
export async function openEngine(place: StorePlace): Promise<Engine> {
  if (place.databaseUrl !== undefined) {
    // Loaded only here: most processes never speak to PostgreSQL, and starting fast is a feature.
    const { openPostgresEngine } = await import('./postgres/postgres-engine.ts');
    return openPostgresEngine(place.databaseUrl);
  }
  const open = await loadSqlite(place.sqliteProvider);
  return openSqliteEngine(open, databaseFile(place), place.dataDir);
}
