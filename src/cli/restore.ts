/** `waymark restore FILE`: replaces the database by a backup, and keeps the old one. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { UsageError } from '../kernel/usage-error.ts';
import { databaseFile } from '../store/open-store.ts';
import { loadSqlite } from '../store/sqlite/provider.ts';
import { NoBackup, restoreFile } from '../store/sqlite/restore.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';

export async function restore(config: Config, outside: Outside, name: string): Promise<ExitCode> {
  const backup = resolve(outside.cwd, name);
  if (!existsSync(backup)) throw new UsageError(`The file ${backup} does not exist.`);
  if (config.storage === 'memory') {
    throw new UsageError(
      'There is nothing to restore to: storage is memory, which ends with this process.',
    );
  }
  if (config.databaseUrl !== undefined) {
    throw new UsageError(
      'A PostgreSQL database is restored with its own tools, such as pg_restore; ' +
        'waymark restore is for SQLite, so leave --database-url out.',
    );
  }
  const file = databaseFile(config);
  const open = await loadSqlite(config.sqliteProvider);
  try {
    const restored = await restoreFile(open, file, backup, stampOf(outside.now()));
    const { workspaces, events, aside } = restored;
    outside.print(`Restored ${backup} to ${file}: ${workspaces} workspaces, ${events} events.\n`);
    outside.print(
      aside ? `The previous database is kept at ${aside}.\n` : 'There was no database before.\n',
    );
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof NoBackup)) throw error;
    outside.log(`waymark: ${error.message}`);
    return EXIT.refused;
  }
}

/** A time in a form that file names allow: 2026-01-31T12-30-05Z. */
function stampOf(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
}
