/** One open file: its connection, whether it is still at its path, and how it is closed. */

import type { BigIntStats } from 'node:fs';
import { StoreUnavailable } from '../unavailable.ts';
import { type FileIdentity, isSameFile, logOf, statOf } from './file-identity.ts';
import type { SqliteDatabase } from './provider.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/**
 * What is at the path of the opened file: that file, nothing, or another one; `cut` means that only
 * its log was removed or replaced. A file that is only read is also `changed` by its owner.
 */
export type Whereabouts = 'here' | 'gone' | 'replaced' | 'cut' | 'changed';

/** Stays open until the process ends: see `MemoryFile.close`. */
const spared: SqliteDatabase[] = [];

interface OpenedFile {
  readonly look?: SqliteDatabase | undefined;
  readonly isReadOnly?: boolean;
}

export class MemoryFile {
  readonly connection: SqliteConnection;
  private readonly path: string | undefined;
  private readonly identity: FileIdentity | undefined;
  private readonly log: FileIdentity | undefined;
  readonly isReadOnly: boolean;
  /** Of a file that is only read, when it was opened. */
  private readonly wasWrittenNs: bigint | undefined;
  /** Opened before the connection, if another process left a log. */
  private readonly look: SqliteDatabase | undefined;
  private isDamaged = false;
  /** When this process itself last wrote to the log. */
  private writtenNs: bigint | undefined;

  /** Without a path the memory is in no file, and is always `here`. */
  constructor(
    connection: SqliteConnection,
    path?: string,
    { look, isReadOnly = false }: OpenedFile = {},
  ) {
    this.connection = connection;
    this.path = path;
    this.look = look;
    this.isReadOnly = isReadOnly;
    if (path === undefined) return;
    const found = statOf(path);
    this.identity = found;
    this.wasWrittenNs = found?.mtimeNs;
    this.log = statOf(logOf(path));
  }

  /** Two calls of `stat`, cheap enough for every transaction. */
  whereabouts(): Whereabouts {
    if (this.path === undefined) return 'here';
    const found = statOf(this.path);
    if (!found) return 'gone';
    if (!isSameFile(found, this.identity)) return 'replaced';
    if (this.isReadOnly) return this.isUnchanged(found, this.path) ? 'here' : 'changed';
    if (this.log === undefined) return 'here';
    return isSameFile(statOf(logOf(this.path)), this.log) ? 'here' : 'cut';
  }

  /** With a log, SQLite itself sees what others write. */
  private isUnchanged({ mtimeNs }: BigIntStats, path: string): boolean {
    if (!isSameFile(statOf(logOf(path)), this.log)) return false;
    return this.log !== undefined || mtimeNs === this.wasWrittenNs;
  }

  /** Called after each commit, so that other processes' writes to the log can be told from ours. */
  noteCommit(): void {
    if (this.path !== undefined) this.writtenNs = statOf(logOf(this.path))?.mtimeNs;
  }

  /**
   * Writes everything acknowledged from the log into the file itself, wherever that file is now,
   * and empties the log. Beside another file, SQLite would take the log for that file's own.
   */
  fold(): void {
    if (this.isReadOnly || this.isLogTaken()) return;
    try {
      this.connection.exec('pragma wal_checkpoint(truncate)');
    } catch {}
  }

  /** Whether a process that opened the file in place of ours has taken our log for its own. */
  private isLogTaken(): boolean {
    if (this.path === undefined) return false;
    const [file, log] = [statOf(this.path), statOf(logOf(this.path))];
    if (!file || !log || isSameFile(file, this.identity) || !isSameFile(log, this.log))
      return false;
    return log.mtimeNs > file.ctimeNs && log.mtimeNs !== this.writtenNs;
  }

  /** From here on nothing more is moved from the log into the file. */
  markDamaged(): void {
    if (this.isDamaged) return;
    this.isDamaged = true;
    try {
      this.connection.exec('pragma wal_autocheckpoint = 0');
    } catch {}
  }

  /**
   * SQLite moves the log into the file when the last connection closes. A damaged file must stay as
   * it was: while `look` is open the other connection is not the last, and `look` cannot write.
   */
  close(): void {
    if (!this.isDamaged) this.letGo();
    else if (this.look) spared.push(this.look);
    this.connection.close();
  }

  letGo(): void {
    this.look?.close();
  }
}

/** Closes a memory that no other process has open, so that one file holds all of it. */
export function closeAsOneFile(memory: MemoryFile): void {
  memory.letGo();
  memory.connection.exec('pragma journal_mode = delete');
  memory.connection.close();
}

export function strayed(where: Exclude<Whereabouts, 'here'>, file: string): StoreUnavailable {
  return new StoreUnavailable('moved', SENTENCES[where](file));
}

const SENTENCES: Readonly<Record<Exclude<Whereabouts, 'here'>, (file: string) => string>> = {
  gone: (file) =>
    `The memory at ${file} is gone: it was removed or moved away while it was open, and nothing ` +
    'was written. Put it back, or restore a backup with waymark restore FILE; ' +
    'if Waymark is restarted, it creates an empty one.',
  replaced: (file) =>
    `Another file is now at ${file} instead of the memory that was open; nothing was written. ` +
    'The next call uses the file that is there now.',
  cut: (file) =>
    `The file ${file}-wal was removed or replaced while the memory was open; nothing was written, ` +
    'and nothing was lost. Repeat the call.',
  changed: (file) =>
    `The memory at ${file} was changed by another process while it was read. Repeat the call.`,
};
