/** Identifies the file at a path: the path can be given to another file while ours is open. */

import { type BigIntStats, statSync } from 'node:fs';

export type FileIdentity = Pick<BigIntStats, 'dev' | 'ino'>;

/** SQLite's write-ahead log, which holds what is not yet in the file itself. */
export function logOf(file: string): string {
  return `${file}-wal`;
}

/** SQLite's index of that log, which is created again whenever it is missing. */
export function indexOf(file: string): string {
  return `${file}-shm`;
}

/** Undefined if no file exists there, or if it cannot be examined. */
export function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export function isSameFile(
  one: FileIdentity | undefined,
  other: FileIdentity | undefined,
): boolean {
  return one?.ino === other?.ino && one?.dev === other?.dev;
}
