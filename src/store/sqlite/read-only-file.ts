/**
 * Opens a memory that this user can read and not write: the file, its directory or its disk is
 * closed to writes.
 *
 * SQLite reads a log only by its index (`-shm`), which it creates where it is missing. Here it
 * cannot: with both files in place they are used as they are. Without a log everything is in the
 * file itself, and SQLite takes it for one that never changes. Whether it did is checked with each
 * transaction, since its owner may open it meanwhile.
 */

import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StoreUnavailable } from '../unavailable.ts';
import { indexOf, logOf, statOf } from './file-identity.ts';
import type { OpenSqlite, SqliteDatabase } from './provider.ts';

/** Whether a file exists that cannot be written as SQLite writes it, with two others beside it. */
export function isReadOnlyFile(file: string): boolean {
  if (!statOf(file)) return false;
  if (!canWrite(file)) return true;
  return !canWrite(dirname(file)) && ![logOf(file), indexOf(file)].every(canWrite);
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function openReadOnlyFile(open: OpenSqlite, file: string): SqliteDatabase {
  const log = statOf(logOf(file));
  if (log && statOf(indexOf(file))) return open(file, { readOnly: true });
  if (log && log.size > 0n) throw logWithoutIndex(file);
  return open(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true });
}

function logWithoutIndex(file: string): StoreUnavailable {
  return new StoreUnavailable(
    'unreadable',
    `The last writes of the memory at ${file} are in ${file}-wal, which can only be read where ` +
      'this user may create a file beside it. Copy both files to a directory of your own and use ' +
      '--data-dir with it.',
  );
}

export function onlyReadable(file: string, cause?: unknown): StoreUnavailable {
  return new StoreUnavailable(
    'readonly',
    `The memory at ${file} can be read but not written by this user: nothing was written. ` +
      'Write as its owner, or make the file and its directory writable.',
    cause,
  );
}
