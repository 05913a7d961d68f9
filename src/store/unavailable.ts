/** The store cannot serve: the disk, the file or the server is at fault, not the caller. */

export type UnavailableReason =
  | 'busy'
  | 'corrupt'
  | 'foreign'
  | 'full'
  | 'moved'
  | 'newer'
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

/** The connection broke at the commit, and whether it took effect could not be found out in time. */
export class OutcomeUnknown extends StoreUnavailable {
  /** By which a repeat is recognised, where anything was entered. */
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
