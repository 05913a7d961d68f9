/** Reads SQLite's errors: what to retry, and what to say of the rest. */

import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreUnavailable } from '../unavailable.ts';

type Failure =
  | 'perm'
  | 'busy'
  | 'locked'
  | 'readonly'
  | 'ioerr'
  | 'corrupt'
  | 'full'
  | 'cantopen'
  | 'notadb';

/** Primary result codes, the low byte of SQLite's extended ones, and SQLite's words for them. */
const FAILURES: readonly { failure: Failure; code: number; words: string }[] = [
  { failure: 'perm', code: 3, words: 'access permission denied' },
  { failure: 'busy', code: 5, words: 'database is locked' },
  { failure: 'locked', code: 6, words: 'database table is locked' },
  { failure: 'readonly', code: 8, words: 'attempt to write a readonly database' },
  { failure: 'ioerr', code: 10, words: 'disk I/O error' },
  { failure: 'corrupt', code: 11, words: 'database disk image is malformed' },
  { failure: 'full', code: 13, words: 'database or disk is full' },
  { failure: 'cantopen', code: 14, words: 'unable to open database file' },
  { failure: 'notadb', code: 26, words: 'file is not a database' },
];

/** The bundled build gives no code for errors of a statement, only the words. */
function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : -1;
  const found =
    FAILURES.find((each) => each.code === code) ??
    FAILURES.find((each) => error.message.includes(each.words));
  return found?.failure;
}

export function isBusy(error: unknown): boolean {
  const failure = failureOf(error);
  return failure === 'busy' || failure === 'locked';
}

/** A failure of disk or file as a sentence; anything else comes back as it is, being a bug. */
export function explain(error: unknown, file: string): unknown {
  switch (failureOf(error)) {
    case 'corrupt':
    case 'notadb':
      return damaged(file, error);
    case 'full':
      return diskFull(error, file);
    case 'ioerr':
    case 'cantopen':
      // SQLite calls it so too when there is no room for the files beside the database.
      if (isDiskFull(file)) return diskFull(error, file);
      return unreadable(error, file);
    case 'perm':
    case 'readonly':
      return unreadable(error, file);
    case 'busy':
    case 'locked':
      return new StoreUnavailable(
        'busy',
        `The memory at ${file} stayed locked by another process; nothing was written. Repeat the call.`,
        error,
      );
    default:
      return error;
  }
}

/** What is in the way of a damaged file: said wherever one is met. */
const MENDING =
  'waymark restore FILE puts a backup in its place and keeps this one aside; ' +
  'with it moved away, a new memory begins.';

export function damaged(file: string, cause?: unknown): StoreUnavailable {
  return new StoreUnavailable(
    'corrupt',
    `The memory at ${file} is damaged and was left as it is. ${MENDING}`,
    cause,
  );
}

export function notADatabase(file: string): StoreUnavailable {
  return new StoreUnavailable(
    'corrupt',
    `The file ${file} is damaged or not a database; it was left as it is. ${MENDING}`,
  );
}

/** A database that SQLite would take for new, beside writes that are in no other file. */
export function logWithoutDatabase(file: string): StoreUnavailable {
  return new StoreUnavailable(
    'corrupt',
    `The file ${file} is empty or gone, but ${file}-wal holds writes that belong to it; both were ` +
      'left as they are. Put the file back, or let waymark restore FILE bring a backup; ' +
      'with the -wal moved away, a new memory begins.',
  );
}

function diskFull(error: unknown, file: string): StoreUnavailable {
  return new StoreUnavailable(
    'full',
    `The disk that holds ${file} is full: nothing was written. Free some space and repeat the call.`,
    error,
  );
}

function unreadable(error: unknown, file: string): StoreUnavailable {
  return new StoreUnavailable(
    'unreadable',
    `The memory at ${file} cannot be read and written: check the path and its permissions.`,
    error,
  );
}

/** Less than SQLite needs for its smallest step. */
const ROOM_BYTES = 128 * 1024;

function isDiskFull(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize < ROOM_BYTES;
  } catch {
    return false;
  }
}
