/** Reads PostgreSQL's errors: what to retry, and what to say of the rest. */

import { StoreUnavailable } from '../unavailable.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const DISK_FULL = '53100';
const OUT_OF_CONNECTIONS = '53300';
const CANNOT_CONNECT = /^(08|57P|28|3D)/;
const SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ENOENT',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'EACCES',
]);

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function isRetryable(error: unknown): boolean {
  const code = codeOf(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

function isUnreachable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && (SOCKET.has(code) || CANNOT_CONNECT.test(code))) return true;
  // The driver reports a lost or timed-out connection in words only.
  return error instanceof Error && /^(Connection terminated|timeout exc)/.test(error.message);
}

export function explain(error: unknown, location: string): unknown {
  const code = codeOf(error);
  if (code === DISK_FULL) {
    return new StoreUnavailable(
      'full',
      `The disk of the database at ${location} is full: nothing was written. Free some space and repeat the call.`,
      error,
    );
  }
  if (code === OUT_OF_CONNECTIONS) {
    return new StoreUnavailable(
      'busy',
      `The database at ${location} has no connection left; nothing was written. Repeat the call.`,
      error,
    );
  }
  if (isUnreachable(error)) {
    const why = error instanceof Error && error.message !== '' ? error.message : code;
    return new StoreUnavailable(
      'unreachable',
      `The database at ${location} cannot be reached (${why}). Check --database-url and that the server runs.`,
      error,
    );
  }
  if (isRetryable(error)) {
    return new StoreUnavailable(
      'busy',
      `The database at ${location} kept refusing the transaction; nothing was written. Repeat the call.`,
      error,
    );
  }
  return error;
}
