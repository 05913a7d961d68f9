/**
 * SQLite as an engine: one file that many processes share.
 *
 * Each process has one connection and a queue in front of it: SQLite runs on this thread anyway,
 * and the queue keeps calls in order. Waiting for other processes does not block the thread for
 * long: a timer retries the lock.
 */

import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { SerialQueue } from '../../kernel/serial-queue.ts';
import type { Engine, Manner, Sql, Vigil } from '../sql/engine.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { statOf } from './file-identity.ts';
import { type MemoryFile, strayed } from './memory-file.ts';
import { patiently } from './patiently.ts';
import { onlyReadable } from './read-only-file.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { explain } from './sqlite-failure.ts';
import { watchDataVersion } from './watch-data-version.ts';

/** Only the owner may read what agents remember. */
export const OWNER_ONLY = 0o600;

export interface SqlitePlace {
  readonly file: string;
  /** Undefined if it is in memory only. */
  readonly directory: string | undefined;
  readonly location: string;
  readonly vigil: Vigil;
}

export class SqliteEngine implements Engine {
  readonly name = 'sqlite';
  readonly location: string;
  /** Undefined from when another file was found in its place until that file is open. */
  private memory: MemoryFile | undefined;
  /** That the memory was found replaced, if no call has been told yet. */
  private untold: StoreUnavailable | undefined;
  private readonly reopen: () => Promise<MemoryFile>;
  private readonly file: string;
  private readonly directory: string | undefined;
  private readonly ownVigil: Vigil;
  private readonly queue = new SerialQueue();
  private readonly listeners = new Set<() => void>();
  private stopWatching: (() => void) | undefined;

  constructor(
    memory: MemoryFile,
    reopen: () => Promise<MemoryFile>,
    { file, directory, location, vigil }: SqlitePlace,
  ) {
    this.memory = memory;
    this.reopen = reopen;
    this.ownVigil = vigil;
    this.file = file;
    this.directory = directory;
    this.location = location;
  }

  read<Result>(work: (sql: Sql) => Promise<Result>, manner: Manner = {}): Promise<Result> {
    return this.transaction(takeSnapshot, work, manner);
  }

  /** `begin immediate` excludes every other writer, whichever workspace it writes to. */
  async write<Result>(work: (sql: Sql) => Promise<Result>, manner: Manner = {}): Promise<Result> {
    const begin = ({ connection, isReadOnly }: MemoryFile) => {
      if (isReadOnly) throw onlyReadable(this.file);
      connection.exec('begin immediate');
    };
    const result = await this.transaction(begin, work, manner);
    for (const listener of this.listeners) listener();
    return result;
  }

  private transaction<Result>(
    begin: (memory: MemoryFile) => void,
    work: (sql: Sql) => Promise<Result>,
    { signal, patience, aside = false }: Manner,
  ): Promise<Result> {
    return this.withMemory(async (memory) => {
      const { connection } = memory;
      await patiently(() => begin(memory), { signal, patience });
      try {
        this.refuseStrayed();
        const result = await work(connection.sql);
        // Checked as late as possible: what is committed to a file that no process will open is
        // lost.
        this.refuseStrayed();
        connection.exec('commit');
        memory.noteCommit();
        return result;
      } catch (error) {
        rollBack(connection);
        // What was read of a file that changed meanwhile may look like damage.
        if (memory.whereabouts() === 'changed') this.refuseStrayed();
        throw error;
      }
    }, aside);
  }

  /** Runs in turn on the memory that is in place; a failure is explained in a sentence. */
  private withMemory<Result>(
    work: (memory: MemoryFile) => Promise<Result>,
    aside = false,
  ): Promise<Result> {
    return this.queue.run(async () => {
      this.reportUntold(aside);
      try {
        if (this.memory?.whereabouts() === 'changed') this.leave();
        this.memory ??= await this.openFound();
        this.refuseStrayed();
        return await work(this.memory);
      } catch (error) {
        throw this.explainAndMark(error, aside);
      }
    });
  }

  /** Never creates a file: a user who lost one must be told, and not find an empty memory. */
  private openFound(): Promise<MemoryFile> {
    if (!statOf(this.file)) throw strayed('gone', this.file);
    return this.reopen();
  }

  private refuseStrayed(): void {
    const where = this.memory?.whereabouts() ?? 'here';
    if (where !== 'here') throw strayed(where, this.file);
  }

  private explainAndMark(error: unknown, aside: boolean): unknown {
    const explained = explain(error, this.file);
    if (!(explained instanceof StoreUnavailable)) return explained;
    if (explained.reason === 'corrupt') this.memory?.markDamaged();
    if (explained.reason !== 'moved') return explained;
    this.leave();
    // What was left must not be met again, but the next call must be told of it.
    this.untold = aside ? explained : undefined;
    return explained;
  }

  private reportUntold(aside: boolean): void {
    const { untold } = this;
    if (aside || !untold) return;
    this.untold = undefined;
    throw untold;
  }

  /** A missing file may come back, so it stays open; one that was replaced is closed. */
  private leave(): void {
    this.memory?.fold();
    if (this.memory?.whereabouts() === 'gone') return;
    this.memory?.close();
    this.memory = undefined;
  }

  /** Other processes notice it by `data_version`, this one by its own listeners. */
  async announce(): Promise<void> {}

  watch(changed: () => void): () => void {
    this.listeners.add(changed);
    this.stopWatching ??= watchDataVersion(
      {
        version: () =>
          this.queue.run(
            async () => this.memory?.connection.rows('pragma data_version')[0]?.data_version,
          ),
        directory: this.directory,
      },
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

  vigil(): Vigil {
    return this.ownVigil;
  }

  async integrity(): Promise<readonly string[]> {
    try {
      return await this.withMemory(async (memory) => {
        const findings = memory.connection
          .rows('pragma integrity_check')
          .map((row) => String(row.integrity_check))
          .filter((line) => line !== 'ok')
          .map((line) => `SQLite: ${line}.`);
        if (findings.length > 0) memory.markDamaged();
        return findings;
      });
    } catch (error) {
      if (error instanceof StoreUnavailable) return [error.message];
      throw error;
    }
  }

  /**
   * Written beside the requested name and renamed when complete, so that no half copy is mistaken
   * for a backup.
   */
  copyTo(file: string): Promise<void> {
    return this.withMemory(async ({ connection }) => {
      const partial = `${file}.partial`;
      rmSync(partial, { force: true });
      try {
        // Created first, for its owner only: SQLite writes into an empty file without changing its
        // mode.
        closeSync(openSync(partial, 'wx', OWNER_ONLY));
        await patiently(() => connection.exec(`vacuum into ${quoted(partial)}`));
        const handle = openSync(partial, 'r+');
        fsyncSync(handle);
        closeSync(handle);
        renameSync(partial, file);
      } catch (error) {
        rmSync(partial, { force: true });
        // Damage concerns the memory; any other error concerns the place of the copy.
        const explained = explain(error, partial);
        throw explained instanceof StoreUnavailable && explained.reason === 'corrupt'
          ? error
          : explained;
      }
    });
  }

  async close(): Promise<void> {
    this.stopWatching?.();
    await this.queue.idle();
    this.memory?.close();
  }
}

/** A read transaction starts with its first query: only then do locks of other processes show. */
function takeSnapshot({ connection }: MemoryFile): void {
  connection.exec('begin');
  try {
    connection.rows('select 1 from workspaces limit 1');
  } catch (error) {
    rollBack(connection);
    throw error;
  }
}

/** After a full disk SQLite may have rolled back by itself; then nothing is left to undo. */
function rollBack(connection: SqliteConnection): void {
  try {
    connection.exec('rollback');
  } catch {}
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
