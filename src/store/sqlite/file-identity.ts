/** Which file lies at a path: the name can be given to another one while ours is open. */

import { type BigIntStats, statSync } from 'node:fs';

export type FileIdentity = Pick<BigIntStats, 'dev' | 'ino'>;

/** SQLite's log of writes, which holds what is not yet in the file itself. */
export function logOf(file: string): string {
  return `${file}-wal`;
}

/** SQLite's index of that log, made anew whenever it is missing. */
export function indexOf(file: string): string {
  return `${file}-shm`;
}

/** Undefined where nothing lies there, or nothing that could be asked. */
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
