/** Classifies PostgreSQL's errors: which to retry, which ended the connection, what to report. */

import { StoreUnavailable, type UnavailableReason } from '../unavailable.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'ENOENT',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'EACCES',
]);
/** Connection, authorisation, unknown database, shut down, starting up, idle for too long. */
const CONNECTION = /^(08|28|3D|57P|25P03)/;
/** Errors that the driver reports without a code. */
const DRIVER =
  /^(Connection terminated|timeout (exceeded|expired)|Client (has encountered|was closed))/;

/** No answer came within our deadline, so the connection was discarded. */
export class NoAnswer extends Error {
  constructor(ms: number) {
    super(`no answer within ${Math.round(ms / 1000)} s`);
  }
}

/** All connections of this process are in use, and none became free in time. */
export class NoneFree extends Error {}

/** The server is a standby that replicates another one. */
export class Standby extends Error {}

function textIn(error: unknown, name: 'code' | 'severity'): string | undefined {
  if (typeof error !== 'object' || error === null || !(name in error)) return undefined;
  const value = (error as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

export function isRetryable(error: unknown): boolean {
  const code = textIn(error, 'code');
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** Whether the error ended the connection: whatever was not committed has been rolled back. */
export function isLoss(error: unknown): boolean {
  if (error instanceof NoAnswer) return true;
  if (/^(FATAL|PANIC)$/.test(textIn(error, 'severity') ?? '')) return true;
  const code = textIn(error, 'code');
  if (code !== undefined && (SOCKET.has(code) || CONNECTION.test(code))) return true;
  return error instanceof Error && DRIVER.test(error.message);
}

interface Reading {
  readonly codes: RegExp;
  readonly reason: UnavailableReason;
  readonly sentence: (location: string, why: string) => string;
}

/** By SQLSTATE. Each of them means that the transaction was not committed. */
const READINGS: readonly Reading[] = [
  {
    codes: /^53100$/,
    reason: 'full',
    sentence: (at) =>
      `The disk of the database at ${at} is full: nothing was written. Free some space and repeat the call.`,
  },
  {
    codes: /^53300$/,
    reason: 'busy',
    sentence: (at) =>
      `The database at ${at} has no free connection; nothing was written. Repeat the call.`,
  },
  {
    codes: /^55P03$/,
    reason: 'busy',
    sentence: (at) =>
      `Another writer has held the workspace for too long in the database at ${at}; nothing was written. Repeat the call.`,
  },
  {
    codes: /^(40001|40P01)$/,
    reason: 'busy',
    sentence: (at) =>
      `The database at ${at} repeatedly aborted the transaction; nothing was written. Repeat the call.`,
  },
  {
    codes: /^(53|57014)/,
    reason: 'busy',
    sentence: (at, why) =>
      `The database at ${at} aborted the transaction (${why}); nothing was written. Repeat the call.`,
  },
  {
    codes: /^25006$/,
    reason: 'unusable',
    sentence: standbySentence,
  },
  {
    codes: /^42501$/,
    reason: 'unreadable',
    sentence: (at, why) =>
      `The database at ${at} denies access to this user (${why}); nothing was written. Grant the user the schema waymark, or the right to create it.`,
  },
  {
    codes: /^(58|XX00[12])/,
    reason: 'corrupt',
    sentence: (at, why) =>
      `The database at ${at} cannot read or write its files (${why}); nothing was written. See its log.`,
  },
];

function standbySentence(location: string): string {
  return `The database at ${location} is a standby, or read-only, and accepts no writes; nothing was written. Name the primary in --database-url.`;
}

/** Only for errors before a commit was sent, or errors that the server itself reported. */
export function explain(error: unknown, location: string): unknown {
  if (error instanceof StoreUnavailable) return error;
  const why = wordsOf(error);
  if (error instanceof Standby) {
    return new StoreUnavailable('unusable', standbySentence(location), error);
  }
  if (error instanceof NoneFree) {
    return new StoreUnavailable(
      'busy',
      `All connections to the database at ${location} are in use; nothing was written. Repeat the call.`,
      error,
    );
  }
  const code = textIn(error, 'code') ?? '';
  const reading = READINGS.find(({ codes }) => codes.test(code));
  if (reading) {
    return new StoreUnavailable(reading.reason, reading.sentence(location, why), error);
  }
  if (!isLoss(error)) return error;
  return new StoreUnavailable(
    'unreachable',
    `The connection to the database at ${location} was lost (${why}); nothing was written. Repeat the call.`,
    error,
  );
}

/** Whatever prevents a connection is a problem of the server or its URL, and never a bug. */
export function explainConnecting(error: unknown, location: string): StoreUnavailable {
  const explained = explain(error, location);
  if (explained instanceof StoreUnavailable && explained.reason !== 'unreachable') return explained;
  return new StoreUnavailable(
    'unreachable',
    `The database at ${location} cannot be reached (${wordsOf(error)}); nothing was written. Check --database-url and that the server runs.`,
    error,
  );
}

function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  return words || (textIn(error, 'code') ?? 'no reason given');
}
