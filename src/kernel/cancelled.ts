/** A call that was taken back while it still waited: it is not done, and nobody hears of it. */

export class Cancelled extends Error {
  constructor() {
    super('cancelled before it began');
    this.name = 'Cancelled';
  }
}

/** Asked wherever waiting ends. Work that has begun is never asked: it is done whole. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new Cancelled();
}
