/** The errors of a store that cannot serve because of the disk, the file or the server. */

export type UnavailableReason =
  | 'busy'
  | 'corrupt'
  | 'foreign'
  | 'full'
  | 'moved'
  | 'newer'
  | 'readonly'
  | 'unknown'
  | 'unreachable'
  | 'unreadable'
  | 'unusable';

export class StoreUnavailable extends Error {
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause });
    this.name = 'StoreUnavailable';
    this.reason = reason;
  }
}

/** An older memory is rebuilt when it is opened, which this user cannot do. */
export function tooOldToRead(location: string, cause?: unknown): StoreUnavailable {
  return new StoreUnavailable(
    'readonly',
    `The memory at ${location} was written by an older Waymark and must be brought up to date ` +
      'before it can be read, but this user cannot write it. Run waymark status as its owner.',
    cause,
  );
}

/**
 * The connection broke at the commit, and it could not be found out in time whether it took effect.
 */
export class OutcomeUnknown extends StoreUnavailable {
  /** Identifies a repeat of the call, if the call appended anything. */
  readonly ticket: string | undefined;

  constructor(sentence: string, cause?: unknown, ticket?: string) {
    super('unknown', sentence, cause);
    this.name = 'OutcomeUnknown';
    this.ticket = ticket;
  }

  withTicket(ticket: string | undefined): OutcomeUnknown {
    return new OutcomeUnknown(this.message, this.cause, ticket);
  }
}
