/** The store cannot serve: the disk, the file or the server is at fault, not the caller. */

export type UnavailableReason =
  | 'busy'
  | 'corrupt'
  | 'foreign'
  | 'full'
  | 'moved'
  | 'newer'
  | 'unreachable'
  | 'unreadable';

export class StoreUnavailable extends Error {
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause });
    this.name = 'StoreUnavailable';
    this.reason = reason;
  }
}
