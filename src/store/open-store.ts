/** Opens the memory where the configuration says it lies. */

import { join } from 'node:path';
import type { Store } from './port.ts';
import type { Engine } from './sql/engine.ts';
import { bringUpToDate, type OnProgress } from './sql/rebuild.ts';
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

/**
 * `process`: this process's id, where others are to see whether it lives. `onProgress` is called
 * while an older memory is brought up to date.
 */
export async function openStore(
  place: StorePlace,
  process?: string,
  onProgress: OnProgress = reportProgress(),
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

/** With its schema in place; its workspaces may be older. */
export async function openEngine(place: StorePlace): Promise<Engine> {
  if (place.databaseUrl !== undefined) {
    // Loaded only here: most processes never speak to PostgreSQL, and starting fast is a feature.
    const { openPostgresEngine } = await import('./postgres/postgres-engine.ts');
    return openPostgresEngine(place.databaseUrl);
  }
  const open = await loadSqlite(place.sqliteProvider);
  return openSqliteEngine(open, databaseFile(place), place.dataDir);
}

/** In how many events there is news. */
const NEWS_EVERY = 5_000;

/** To stderr, where a client's protocol is not disturbed; short work is done in silence. */
function reportProgress(): OnProgress {
  let reported = 0;
  return ({ done, total, events }) => {
    if (events - reported < NEWS_EVERY) return;
    reported = events;
    process.stderr.write(
      `Bringing the memory up to date: ${done} of ${total} workspaces done, ${events} events read.\n`,
    );
  };
}
