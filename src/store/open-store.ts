/** Opens the memory at the place that the configuration names. */

import { join } from 'node:path';
import type { Store } from './port.ts';
import type { Engine } from './sql/engine.ts';
import { bringUpToDate, type OnProgress, type Replicas } from './sql/rebuild.ts';
import { sqlStore } from './sql/sql-store.ts';
import { IN_MEMORY, openScratch, openSqliteEngine } from './sqlite/open-sqlite.ts';
import { loadSqlite, type OpenSqlite, type SqliteProvider } from './sqlite/provider.ts';

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
  const replicas = replicasFor(place);
  if (place.storage === 'memory') {
    const open = await loadSqlite(place.sqliteProvider);
    return sqlStore(await openInMemory(open), replicas, process);
  }
  const engine = await openEngine(place);
  try {
    await bringUpToDate(engine, replicas, onProgress);
    return sqlStore(engine, replicas, process);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

export function replicasFor(place: StorePlace): Replicas {
  return {
    async scratch() {
      const open = await loadSqlite(place.sqliteProvider);
      // A memory that is in no file is not written to one to be checked.
      return place.storage === 'memory' ? openInMemory(open) : openScratch(open);
    },
  };
}

function openInMemory(open: OpenSqlite): Promise<Engine> {
  return openSqliteEngine(open, IN_MEMORY, IN_MEMORY);
}

/** The engine with its schema migrated; projections of workspaces may still be older. */
export async function openEngine(place: StorePlace): Promise<Engine> {
  if (place.databaseUrl !== undefined) {
    // Loaded only here: most processes never speak to PostgreSQL, and starting fast is a feature.
    const { openPostgresEngine } = await import('./postgres/postgres-engine.ts');
    return openPostgresEngine(place.databaseUrl, place.dataDir);
  }
  const open = await loadSqlite(place.sqliteProvider);
  const location = place.databaseFile ?? place.dataDir;
  return openSqliteEngine(open, databaseFile(place), location);
}
