/**
 * Limits how much is taken from a client that does not read its answers, or sends faster than we
 * work.
 *
 * Beyond these limits its input stays in the pipe, so that the client waits and our memory does not
 * fill. That input may be a cancellation, or the reply to a question of ours, so every stop must be
 * able to end without it:
 *
 * - Unread answers stop the intake only while the client does not read, and then nothing it sends
 * could help. When it reads, the intake continues.
 * - Unanswered calls stop the intake only in numbers that a client that waits for its answers never
 * reaches, and they are finished without the client. Only a call that asks the client something
 * waits for it: meanwhile the limits are wider, and such a question ends by its timeout.
 */

import type { Id } from './parse-message.ts';

const MEBIBYTE = 1024 * 1024;

/** Bytes of answers that were written and not read. */
export const MAX_UNREAD = 8 * MEBIBYTE;
/** Unanswered calls, and their size in bytes. */
export const MAX_CALLS = 1_024;
export const MAX_CALL_BYTES = 16 * MEBIBYTE;
/** How much wider the limits for calls are while the client is asked something. */
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

  /** Our question was answered, or no longer matters. */
  hear(id: Id): void {
    this.asked.delete(id);
  }

  /** Whether the client has to wait. */
  isFull(unread: number): boolean {
    const wider = this.asked.size > 0 ? WHILE_ASKING : 1;
    return (
      unread > MAX_UNREAD ||
      this.calls.size > MAX_CALLS * wider ||
      this.bytes > MAX_CALL_BYTES * wider
    );
  }
}
