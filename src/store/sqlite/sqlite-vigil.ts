/**
 * Knows which processes have a SQLite memory open: each locks a file of its own beside it.
 *
 * The operating system releases the lock when a process ends, in whatever way, and never before.
 * Node cannot lock files, but SQLite can: a transaction on that file stays open until the end.
 */

import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Vigil } from '../sql/engine.ts';
import type { OpenSqlite, SqliteDatabase } from './provider.ts';
import { isBusy } from './sqlite-failure.ts';

export class SqliteVigil implements Vigil {
  private readonly open: OpenSqlite;
  private readonly directory: string;
  private lock: { readonly file: string; readonly database: SqliteDatabase } | undefined;

  constructor(open: OpenSqlite, databaseFile: string) {
    this.open = open;
    this.directory = `${databaseFile}-presence`;
  }

  async hold(process: string): Promise<void> {
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    this.sweep();
    const file = this.fileOf(process);
    // It gets its final name only once it is locked: before that, another process could remove it.
    const made = `${file}.new`;
    closeSync(openSync(made, 'w', 0o600));
    const database = this.open(made);
    database.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive');
    renameSync(made, file);
    this.lock = { file, database };
  }

  async gone(processes: readonly string[]): Promise<readonly string[]> {
    return processes.filter((process) => !this.isHeld(this.fileOf(process)));
  }

  async close(): Promise<void> {
    if (!this.lock) return;
    rmSync(this.lock.file, { force: true });
    this.lock.database.close();
    this.lock = undefined;
  }

  private fileOf(process: string): string {
    return join(this.directory, process);
  }

  private isHeld(file: string): boolean {
    if (this.lock?.file === file) return true;
    if (!existsSync(file)) return false;
    let database: SqliteDatabase | undefined;
    try {
      database = this.open(file);
      database.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin immediate');
      return false;
    } catch (error) {
      if (isBusy(error)) return true;
      // The file was removed since the directory was read.
      return existsSync(file);
    } finally {
      database?.close();
    }
  }

  /** Files of processes that were killed. */
  private sweep(): void {
    for (const name of readdirSync(this.directory)) {
      const file = join(this.directory, name);
      if (!name.includes('.') && !this.isHeld(file)) rmSync(file, { force: true });
    }
  }
}

/** A memory that is kept in one process is not shared with any other. */
export const ALONE: Vigil = {
  hold: async () => {},
  gone: async () => [],
  close: async () => {},
};
