/**
 * How much is taken from a client that is behind with its reading, or ahead of our work.
 *
 * Beyond these limits its input is left in the pipe, so that it waits and not our memory fills.
 * What is left there may also be a cancellation, or the reply to a question of ours, so stopping
 * must always come to an end without it:
 *
 * - Unread answers stop us only where the client does not read, and then nothing it sends could
 *   help it on; when it reads, we go on.
 * - Unanswered calls stop us only in numbers that no client keeps open which waits for its answers,
 *   and they are worked off without the client. Only a call that asks the client something waits
 *   for it: while one does, the limits are wider, and such a question ends by itself in the end.
 */

import type { Id } from './parse-message.ts';

const MEBIBYTE = 1024 * 1024;

/** Answers that are written and not taken, in bytes. */
export const MOST_UNREAD = 8 * MEBIBYTE;
/** Calls that are not answered, and what they hold in bytes. */
export const MOST_CALLS = 1_024;
export const MOST_CALL_BYTES = 16 * MEBIBYTE;
/** How much wider the limits are for calls while the client is asked something. */
export const WHILE_ASKING = 4;

export class Intake {
  private readonly calls = new Map<Id, number>();
  private readonly asked = new Set<Id>();
  private bytes = 0;

  /** Whether every call has been answered. */
  get isDone(): boolean {
    return this.calls.size === 0;
  }

  take(id: Id, bytes: number): void {
    this.settle(id);
    this.calls.set(id, bytes);
    this.bytes += bytes;
  }

  /** The call was answered, or never will be. */
  settle(id: Id): void {
    this.bytes -= this.calls.get(id) ?? 0;
    this.calls.delete(id);
  }

  ask(id: Id): void {
    this.asked.add(id);
  }

  /** Our question was answered, or is no longer of interest. */
  hear(id: Id): void {
    this.asked.delete(id);
  }

  /** Whether the client has to wait. */
  isFull(unread: number): boolean {
    const wider = this.asked.size > 0 ? WHILE_ASKING : 1;
    return (
      unread > MOST_UNREAD ||
      this.calls.size > MOST_CALLS * wider ||
      this.bytes > MOST_CALL_BYTES * wider
    );
  }
}
