/** One open file: its connection, whether it still lies where it was opened, and how it is left. */

import { StoreUnavailable } from '../unavailable.ts';
import { type FileIdentity, isSameFile, logOf, statOf } from './file-identity.ts';
import type { SqliteDatabase } from './provider.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Where the file is that was opened: at its path, nowhere, or with another in its place. */
export type Whereabouts = 'here' | 'gone' | 'replaced' | 'cut';

/** Kept open to the end of the process: see `MemoryFile.close`. */
const spared: SqliteDatabase[] = [];

export class MemoryFile {
  readonly connection: SqliteConnection;
  private readonly path: string | undefined;
  private readonly identity: FileIdentity | undefined;
  private readonly log: FileIdentity | undefined;
  /** Opened before the connection, where a log was left by others. */
  private readonly look: SqliteDatabase | undefined;
  private isDamaged = false;
  /** When this process itself last wrote into the log. */
  private writtenNs: bigint | undefined;

  /** Without a path the memory is in no file, and always here. */
  constructor(connection: SqliteConnection, path?: string, look?: SqliteDatabase) {
    this.connection = connection;
    this.path = path;
    this.look = look;
    if (path === undefined) return;
    this.identity = statOf(path);
    this.log = statOf(logOf(path));
  }

  /** Two looks at names, cheap enough for every transaction. */
  whereabouts(): Whereabouts {
    if (this.path === undefined) return 'here';
    const found = statOf(this.path);
    if (!found) return 'gone';
    if (!isSameFile(found, this.identity)) return 'replaced';
    if (this.log === undefined) return 'here';
    return isSameFile(statOf(logOf(this.path)), this.log) ? 'here' : 'cut';
  }

  /** After each commit, so that the writes of others into the log can be told from ours. */
  noteCommit(): void {
    if (this.path !== undefined) this.writtenNs = statOf(logOf(this.path))?.mtimeNs;
  }

  /**
   * Brings all that was acknowledged from the log into the file itself, wherever it lies now, and
   * empties the log: beside another file it would be taken for that file's own.
   */
  fold(): void {
    if (this.isLogTaken()) return;
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

  /** From here on nothing more is brought from the log into the file. */
  markDamaged(): void {
    if (this.isDamaged) return;
    this.isDamaged = true;
    try {
      this.connection.exec('pragma wal_autocheckpoint = 0');
    } catch {}
  }

  /**
   * SQLite brings the log into the file when the last connection closes. A damaged one must stay
   * as it was: while `look` is open the other is not the last, and `look` itself cannot write.
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

/** Closes a memory that nobody else has, so that one file holds all of it. */
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
    'was written. Put it back, or let waymark restore FILE bring a backup; ' +
    'Waymark started anew begins an empty one.',
  replaced: (file) =>
    `Another file lies at ${file} than the memory that was open, and nothing was written. ` +
    'The next call goes on with the one that lies there now.',
  cut: (file) =>
    `The file ${file}-wal was removed or replaced while the memory was open; nothing was written, ` +
    'and nothing was lost. Repeat the call.',
};
