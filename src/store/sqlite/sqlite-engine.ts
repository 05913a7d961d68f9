/**
 * SQLite as an engine: one file that many processes share.
 *
 * Each process has one connection and a queue in front of it: SQLite runs on this thread anyway,
 * and the order of calls is kept. Waiting for other processes never blocks the thread for long:
 * the lock is asked for again and again from a timer.
 */

import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { SerialQueue } from '../../kernel/serial-queue.ts';
import type { Engine, Sql } from '../sql/engine.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { patiently } from './patiently.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { explain } from './sqlite-failure.ts';
import { watchDataVersion } from './watch-data-version.ts';

export class SqliteEngine implements Engine {
  readonly name = 'sqlite';
  readonly location: string;
  private readonly connection: SqliteConnection;
  private readonly file: string;
  private readonly queue = new SerialQueue();
  private readonly listeners = new Set<() => void>();
  private stopWatching: (() => void) | undefined;

  constructor(connection: SqliteConnection, file: string, location: string) {
    this.connection = connection;
    this.file = file;
    this.location = location;
  }

  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.transaction(() => this.takeSnapshot(), work);
  }

  /** `begin immediate` keeps every other writer out, whichever workspace is meant. */
  async write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const result = await this.transaction(() => this.connection.exec('begin immediate'), work);
    for (const listener of this.listeners) listener();
    return result;
  }

  /** A read begins with its first look: only then is it known whether another process is in the way. */
  private takeSnapshot(): void {
    this.connection.exec('begin');
    try {
      this.connection.rows('select 1 from workspaces limit 1');
    } catch (error) {
      this.rollBack();
      throw error;
    }
  }

  private transaction<Result>(
    begin: () => void,
    work: (sql: Sql) => Promise<Result>,
  ): Promise<Result> {
    return this.queue.run(async () => {
      try {
        await patiently(begin);
        try {
          const result = await work(this.connection.sql);
          this.connection.exec('commit');
          return result;
        } catch (error) {
          this.rollBack();
          throw error;
        }
      } catch (error) {
        throw explain(error, this.file);
      }
    });
  }

  /** After a full disk SQLite may have rolled back by itself; then there is nothing left to undo. */
  private rollBack(): void {
    try {
      this.connection.exec('rollback');
    } catch {}
  }

  /** Other processes see it by `data_version`, this one by its own listeners. */
  async announce(): Promise<void> {}

  watch(changed: () => void): () => void {
    this.listeners.add(changed);
    this.stopWatching ??= watchDataVersion(
      () =>
        this.queue.run(async () => this.connection.rows('pragma data_version')[0]?.data_version),
      () => {
        for (const listener of this.listeners) listener();
      },
    );
    return () => {
      this.listeners.delete(changed);
      if (this.listeners.size > 0) return;
      this.stopWatching?.();
      this.stopWatching = undefined;
    };
  }

  integrity(): Promise<readonly string[]> {
    return this.queue.run(async () => {
      try {
        return this.connection
          .rows('pragma integrity_check')
          .map((row) => String(row.integrity_check))
          .filter((line) => line !== 'ok')
          .map((line) => `SQLite: ${line}.`);
      } catch (error) {
        const explained = explain(error, this.file);
        if (explained instanceof StoreUnavailable) return [explained.message];
        throw explained;
      }
    });
  }

  /** Written beside the wished name and renamed when whole, so that no half copy can be mistaken. */
  copyTo(file: string): Promise<void> {
    return this.queue.run(async () => {
      const partial = `${file}.partial`;
      rmSync(partial, { force: true });
      try {
        await patiently(() => this.connection.exec(`vacuum into ${quoted(partial)}`));
        const handle = openSync(partial, 'r+');
        fsyncSync(handle);
        closeSync(handle);
        renameSync(partial, file);
      } catch (error) {
        rmSync(partial, { force: true });
        throw explain(error, partial);
      }
    });
  }

  async close(): Promise<void> {
    this.stopWatching?.();
    await this.queue.idle();
    this.connection.close();
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
