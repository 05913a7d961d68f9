/**
 * Runs a reading when it is asked for: one at a time, and not more often than a calm time allows.
 */

import { StoreUnavailable } from '../store/unavailable.ts';

/** Before a store that could not be read is asked again. */
export const RETRY_MS = 1_000;

export interface Pace {
  readonly calmMs: number;
  readonly log: (line: string) => void;
  /** The reading has a bug: it is not run again. */
  readonly failed: (error: Error) => void;
}

export class Paced {
  readonly #work: () => Promise<void>;
  readonly #pace: Pace;
  #isAsked = false;
  #isRunning = false;
  #isStopped = false;
  #calm: NodeJS.Timeout | undefined;

  constructor(work: () => Promise<void>, pace: Pace) {
    this.#work = work;
    this.#pace = pace;
  }

  /** The first reading begins at once; what is asked for meanwhile is one more. */
  ask(): void {
    this.#isAsked = true;
    if (!this.#isRunning && !this.#calm && !this.#isStopped) void this.#run();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#calm);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    this.#isAsked = false;
    let wait = this.#pace.calmMs;
    try {
      await this.#work();
    } catch (error) {
      // A store that was closed meanwhile fails in its own ways.
      if (this.#isStopped) return;
      if (!(error instanceof StoreUnavailable)) {
        this.stop();
        return this.#pace.failed(error as Error);
      }
      this.#pace.log(error.message);
      this.#isAsked = true;
      wait = RETRY_MS;
    }
    this.#isRunning = false;
    if (this.#isStopped) return;
    this.#calm = setTimeout(() => {
      this.#calm = undefined;
      if (this.#isAsked) void this.#run();
    }, wait).unref();
  }
}
