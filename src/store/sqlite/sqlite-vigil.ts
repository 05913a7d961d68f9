/**
 * Which processes have a SQLite memory open: each holds a lock on a file of its own beside it.
 *
 * The operating system takes the lock back when a process ends, however it ends, and never before.
 * Node has no locks on files, but SQLite has: a file on which a transaction is kept open for ever.
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
    // Under its name only once it is locked: else it could be swept before.
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
      // It went away between the two looks.
      return existsSync(file);
    } finally {
      database?.close();
    }
  }

  /** Of processes that were killed. */
  private sweep(): void {
    for (const name of readdirSync(this.directory)) {
      const file = join(this.directory, name);
      if (!name.includes('.') && !this.isHeld(file)) rmSync(file, { force: true });
    }
  }
}

/** A memory that lives in one process has nobody else in it. */
export const ALONE: Vigil = {
  hold: async () => {},
  gone: async () => [],
  close: async () => {},
};
