/** Classifies SQLite's errors: which to retry, and what to report for the others. */

import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreUnavailable } from '../unavailable.ts';

/** SQLite's name for a database in a file of its temporary directory. */
export const TEMPORARY_FILE = '';

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

/** Primary result codes (the low byte of SQLite's extended ones), and SQLite's text for each. */
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

/** The bundled build gives no code for errors of a statement, only the text. */
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

/** Turns a failure of disk or file into a sentence; any other error is a bug and stays as it is. */
export function explain(error: unknown, file: string): unknown {
  if (file === TEMPORARY_FILE) return explainTemporary(error);
  switch (failureOf(error)) {
    case 'corrupt':
    case 'notadb':
      return damaged(file, error);
    case 'full':
      return diskFull(error, file);
    case 'ioerr':
    case 'cantopen':
      // SQLite reports this too when there is no room for the files beside the database.
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

/** SQLite chooses the directory by itself. */
function explainTemporary(error: unknown): unknown {
  const failure = failureOf(error);
  if (failure !== 'full' && failure !== 'ioerr' && failure !== 'cantopen') return error;
  return new StoreUnavailable(
    failure === 'full' ? 'full' : 'unreadable',
    'A temporary file as large as the memory cannot be written: nothing was changed. ' +
      'Set TMPDIR to a directory with enough room and repeat the command.',
    error,
  );
}

/** What to do about a damaged file, wherever one is found. */
const HOW_TO_REPAIR =
  'waymark restore FILE puts a backup in its place and keeps this one aside; ' +
  'if you move it away, Waymark creates a new memory.';

export function damaged(file: string, cause?: unknown): StoreUnavailable {
  return new StoreUnavailable(
    'corrupt',
    `The memory at ${file} is damaged and was not changed. ${HOW_TO_REPAIR}`,
    cause,
  );
}

export function notADatabase(file: string): StoreUnavailable {
  return new StoreUnavailable(
    'corrupt',
    `The file ${file} is damaged or not a database; it was not changed. ${HOW_TO_REPAIR}`,
  );
}

/**
 * SQLite would take this database for a new one, although writes that belong to it are in its log.
 */
export function logWithoutDatabase(file: string): StoreUnavailable {
  return new StoreUnavailable(
    'corrupt',
    `The file ${file} is empty or gone, but ${file}-wal holds writes that belong to it; neither was ` +
      'changed. Put the file back, or restore a backup with waymark restore FILE; ' +
      'if you move the -wal away, Waymark creates a new memory.',
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
    `The memory at ${file} cannot be read or written: check the path and its permissions.`,
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
