/** Opens the memory where the configuration says it lies. */

import { join } from 'node:path';
import type { Store } from './port.ts';
import { type Replicas, sqlStore } from './sql/sql-store.ts';
import { IN_MEMORY, openSqliteEngine } from './sqlite/open-sqlite.ts';
import { loadSqlite, type SqliteProvider } from './sqlite/provider.ts';

export interface StorePlace {
  readonly dataDir: string;
  /** PostgreSQL, where several machines share the memory. */
  readonly databaseUrl?: string | undefined;
  /** Instead of `waymark.db` in the data directory. */
  readonly databaseFile?: string | undefined;
  /** `memory` keeps everything in this process, whatever place is named beside it. */
  readonly storage?: 'memory' | 'fs' | undefined;
  readonly sqliteProvider?: SqliteProvider | undefined;
}

const FILE_NAME = 'waymark.db';

export function databaseFile(place: StorePlace): string {
  return place.databaseFile ?? join(place.dataDir, FILE_NAME);
}

/** `process`: this process's id, where others are to see whether it lives. */
export async function openStore(place: StorePlace, process?: string): Promise<Store> {
  const inMemory = async () =>
    openSqliteEngine(await loadSqlite(place.sqliteProvider), IN_MEMORY, IN_MEMORY);
  const replicas: Replicas = { scratch: inMemory };
  if (place.storage === 'memory') return sqlStore(await inMemory(), replicas, process);
  if (place.databaseUrl !== undefined) {
    // Loaded only here: most processes never speak to PostgreSQL, and starting fast is a feature.
    const { openPostgresEngine } = await import('./postgres/postgres-engine.ts');
    return sqlStore(await openPostgresEngine(place.databaseUrl), replicas, process);
  }
  const open = await loadSqlite(place.sqliteProvider);
  const engine = await openSqliteEngine(open, databaseFile(place), place.dataDir);
  return sqlStore(engine, replicas, process);
}
