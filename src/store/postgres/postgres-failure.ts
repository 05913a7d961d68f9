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

/** The call has used up its time. */
export class TimeIsUp extends Error {
  constructor() {
    super('the call has used up its time');
  }
}

/** Another server is the primary now, and connections to the last one are of no use. */
export class TakenOver extends Error {
  constructor() {
    super('another server took over as the primary');
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

/** The name of the function does not depend on the language of the server's messages. */
export function isUnreplicated(notice: { readonly routine?: unknown; readonly message?: unknown }) {
  return (
    notice.routine === 'SyncRepWaitForLSN' ||
    /canceling (the )?wait for synchronous replication/.test(String(notice.message))
  );
}

export function isRetryable(error: unknown): boolean {
  const code = textIn(error, 'code');
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** Whether the error ended the connection: whatever was not committed has been rolled back. */
export function isLoss(error: unknown): boolean {
  if (error instanceof NoAnswer || error instanceof TakenOver) return true;
  if (/^(FATAL|PANIC)$/.test(textIn(error, 'severity') ?? '')) return true;
  const code = textIn(error, 'code');
  if (code !== undefined && (SOCKET.has(code) || CONNECTION.test(code))) return true;
  return error instanceof Error && DRIVER.test(error.message);
}

interface Reading {
  readonly codes: RegExp;
  /** What the message must contain besides. */
  readonly words?: RegExp;
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
      `The database at ${at} has no free connection; nothing was written. Repeat the call. If that does not help, raise max_connections of the server or the connection limit of the role.`,
  },
  {
    codes: /^55P03$/,
    reason: 'busy',
    sentence: (at) =>
      `Another writer has held the workspace for too long in the database at ${at}; nothing was written. Repeat the call. If that does not help, see what its transaction waits for, such as a synchronous standby that is down.`,
  },
  {
    codes: /^(40001|40P01)$/,
    reason: 'busy',
    sentence: (at) =>
      `The database at ${at} repeatedly aborted the transaction; nothing was written. Repeat the call.`,
  },
  {
    codes: /^57014$/,
    words: /statement timeout/,
    reason: 'busy',
    sentence: (at) =>
      `A statement took longer than 30 s in the database at ${at}; nothing was written. Repeat the call. If that does not help, see whether another program has locked tables of the schema waymark.`,
  },
  {
    codes: /^(53|57014)/,
    reason: 'busy',
    sentence: (at, why) =>
      `The database at ${at} aborted the transaction (${why}); nothing was written. Repeat the call.`,
  },
  {
    codes: /^08P01$/,
    words: /statement pooling/,
    reason: 'unusable',
    sentence: (at) =>
      `The pooler at ${at} assigns connections per statement, and Waymark needs transactions; nothing was written. Set pool_mode to transaction or session.`,
  },
  {
    codes: /^25006$/,
    reason: 'unusable',
    sentence: standbySentence,
  },
  {
    codes: /^42501$/,
    words: /for database/,
    reason: 'unreadable',
    sentence: (at, why) =>
      `The database at ${at} does not let this user create the schema waymark (${why}); nothing was written. Let its owner run: grant create on database NAME to USER;`,
  },
  {
    codes: /^42501$/,
    reason: 'unreadable',
    sentence: (at, why) =>
      `The database at ${at} does not let this user work in the schema waymark (${why}); nothing was written. Let its owner run: grant select, insert, update, delete on all tables in schema waymark to USER;`,
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

function readingOf(readings: readonly Reading[], error: unknown): Reading | undefined {
  const code = textIn(error, 'code') ?? '';
  const message = error instanceof Error ? error.message : '';
  return readings.find(({ codes, words }) => codes.test(code) && (words?.test(message) ?? true));
}

/** What only a connection that is being made can meet. */
const CONNECTING: readonly Reading[] = [
  {
    codes: /^$/,
    words: /password must be a(?: non-empty)? string/,
    reason: 'unreadable',
    sentence: (at) =>
      `The database at ${at} asks for a password, and --database-url has none; nothing was written. Write it as postgres://USER:PASSWORD@HOST:PORT/DATABASE.`,
  },
  {
    codes: /^28P01$/,
    reason: 'unreadable',
    sentence: (at, why) =>
      `The database at ${at} refuses this user or its password (${why}); nothing was written. Correct them in --database-url.`,
  },
  {
    codes: /^28000$/,
    reason: 'unreadable',
    sentence: (at, why) =>
      `The database at ${at} refuses this user (${why}); nothing was written. Name another user in --database-url, or create the role and allow it in pg_hba.conf.`,
  },
  {
    codes: /^3D000$/,
    reason: 'unreadable',
    sentence: (at, why) =>
      `The server has no such database as ${at} (${why}); nothing was written. Create it, or name another one in --database-url.`,
  },
  {
    codes: /^42501$/,
    words: /for database/,
    reason: 'unreadable',
    sentence: (at, why) =>
      `The database at ${at} does not let this user connect (${why}); nothing was written. Let its owner run: grant connect on database NAME to USER;`,
  },
  {
    codes: /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_)/,
    reason: 'unusable',
    sentence: (at, why) =>
      `The certificate of the database at ${at} is not trusted (${why}); nothing was written. Add sslrootcert=FILE to --database-url, with the certificate of its authority; sslmode=no-verify trusts any server.`,
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    reason: 'unusable',
    sentence: (at, why) =>
      `The certificate of the database at ${at} is for another host (${why}); nothing was written. Name the host of the certificate in --database-url.`,
  },
  {
    codes: /^(ENOTFOUND|EAI_AGAIN)$/,
    reason: 'unreachable',
    sentence: (at, why) =>
      `The host of the database at ${at} has no known address (${why}); nothing was written. Correct the host in --database-url, or see whether the name service works.`,
  },
  {
    codes: /^ECONNREFUSED$/,
    reason: 'unreachable',
    sentence: (at, why) =>
      `No server accepts connections at ${at} (${why}); nothing was written. Start the server, or correct host and port in --database-url.`,
  },
  {
    codes: /^$/,
    words: /connection timeout|timeout expired/,
    reason: 'unreachable',
    sentence: (at) =>
      `The server at ${at} did not answer in time; nothing was written. Check host, port and firewall, and whether the server is frozen or overloaded.`,
  },
  {
    codes: /^$/,
    words: /^Connection terminated unexpectedly/,
    reason: 'unreachable',
    sentence: (at) =>
      `The server at ${at} closed the connection without an answer; nothing was written. Check host and port in --database-url; if they lead to PostgreSQL, its log has the reason.`,
  },
  {
    codes: /^$/,
    words: /server does not support SSL/,
    reason: 'unusable',
    sentence: (at) =>
      `The database at ${at} does not offer SSL, which --database-url asks for; nothing was written. Switch it on at the server, or remove sslmode.`,
  },
  {
    codes: /^$/,
    words:
      /error establishing an SSL connection|[Rr]eceived unexpected|unknown message|Unknown authentication/,
    reason: 'unusable',
    sentence: (at, why) =>
      `The server at ${at} does not answer like PostgreSQL (${why}); nothing was written. Check host and port in --database-url.`,
  },
];

/** Only for errors before a commit was sent, or errors that the server itself reported. */
export function explain(error: unknown, location: string): unknown {
  if (error instanceof StoreUnavailable) return error;
  const why = firstLineOf(error);
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
  if (error instanceof TimeIsUp) {
    return new StoreUnavailable(
      'busy',
      `The database at ${location} did not finish this call within a minute; nothing was written. Repeat the call.`,
      error,
    );
  }
  const reading = readingOf(READINGS, error);
  if (reading) {
    return new StoreUnavailable(reading.reason, reading.sentence(location, why), error);
  }
  if (error instanceof NoAnswer) {
    return new StoreUnavailable(
      'unreachable',
      `The database at ${location} gave ${why}; nothing was written. Repeat the call. If that does not help, see whether the server is frozen or overloaded, or its pooler has too few connections.`,
      error,
    );
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
  const reading = readingOf(CONNECTING, error);
  if (reading) {
    return new StoreUnavailable(
      reading.reason,
      reading.sentence(location, firstLineOf(error)),
      error,
    );
  }
  const explained = explain(error, location);
  if (explained instanceof StoreUnavailable && explained.reason !== 'unreachable') return explained;
  return new StoreUnavailable(
    'unreachable',
    `The database at ${location} cannot be reached (${firstLineOf(error)}); nothing was written. Check --database-url and that the server runs.`,
    error,
  );
}

function firstLineOf(error: unknown): string {
  const words = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  return words || (textIn(error, 'code') ?? 'no reason given');
}
