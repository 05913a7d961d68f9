/** The error of a call that was cancelled while it waited: it is not run and gets no answer. */

export class Cancelled extends Error {
  constructor() {
    super('cancelled before it began');
    this.name = 'Cancelled';
  }
}

/**
 * Checked wherever waiting ends. A call that has begun is not checked again: it runs to its end.
 */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new Cancelled();
}
