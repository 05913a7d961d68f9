/** Reads SQLite's errors: what to retry, and what to say of the rest. */

import { StoreUnavailable } from '../unavailable.ts';

/** Primary result codes, the low byte of SQLite's extended ones. */
const CODE = {
  perm: 3,
  busy: 5,
  locked: 6,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  notadb: 26,
};

function resultCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === CODE.busy || code === CODE.locked;
}

/** A failure of disk or file as a sentence; anything else comes back as it is, being a bug. */
export function explain(error: unknown, file: string): unknown {
  switch (resultCode(error)) {
    case CODE.corrupt:
    case CODE.notadb:
      return new StoreUnavailable(
        'corrupt',
        `The memory at ${file} is damaged and was left as it is. ` +
          'Restore a backup in its place, or move it away to start anew.',
        error,
      );
    case CODE.full:
      return new StoreUnavailable(
        'full',
        `The disk that holds ${file} is full: nothing was written. Free some space and repeat the call.`,
        error,
      );
    case CODE.perm:
    case CODE.readonly:
    case CODE.cantopen:
    case CODE.ioerr:
      return new StoreUnavailable(
        'unreadable',
        `The memory at ${file} cannot be read and written: check the path and its permissions.`,
        error,
      );
    case CODE.busy:
    case CODE.locked:
      return new StoreUnavailable(
        'busy',
        `The memory at ${file} stayed locked by another process; nothing was written. Repeat the call.`,
        error,
      );
    default:
      return error;
  }
}
