/** The time that is left before a deadline. */

/** Milliseconds by a clock that nobody sets. */
export function steadyMs(): number {
  return performance.now();
}

/** How long one call may take in all; the same as for the lock of a SQLite file. */
export const CALL_MS = 60_000;

export class Patience {
  private readonly endsAt: number;

  constructor(ms: number) {
    this.endsAt = steadyMs() + ms;
  }

  get leftMs(): number {
    return Math.max(0, Math.ceil(this.endsAt - steadyMs()));
  }

  /** Ends so much earlier, to leave time for what comes afterwards. */
  less(ms: number): Patience {
    return new Patience(Math.max(0, this.leftMs - ms));
  }

  atMost(ms: number): Patience {
    return new Patience(Math.min(ms, this.leftMs));
  }

  get isOver(): boolean {
    return this.leftMs === 0;
  }
}
