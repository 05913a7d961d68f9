/** The line of runs in one process: so many at once, the rest wait in order, and not forever. */

import { MAX_WAITING_MS } from './run-limits.ts';

/** What a run that waited is told: its turn, or why it does not get one. */
export type Turn = 'begin' | 'late' | 'cancelled';

interface Waiting {
  readonly key: string;
  begin(): void;
}

export class RunQueue {
  readonly most: number;
  private readonly patienceMs: number;
  /** The keys of the runs under way: a key has one run at a time. */
  private readonly running = new Set<string>();
  private waiting: Waiting[] = [];

  constructor(most: number, patienceMs: number = MAX_WAITING_MS) {
    this.most = most;
    this.patienceMs = patienceMs;
  }

  /**
   * Resolves to `begin` when it is this run's turn; it must then call `leave` once. Runs with the
   * same key begin in their order, each when the one before has left.
   */
  enter(key: string, signal?: AbortSignal): Promise<Turn> {
    if (signal?.aborted) return Promise.resolve('cancelled');
    return new Promise((resolve) => {
      const settle = (turn: Turn) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        this.waiting = this.waiting.filter((each) => each !== waiting);
        resolve(turn);
      };
      const cancel = () => settle('cancelled');
      const timer = setTimeout(() => settle('late'), this.patienceMs);
      signal?.addEventListener('abort', cancel, { once: true });
      const waiting: Waiting = { key, begin: () => settle('begin') };
      this.waiting.push(waiting);
      this.beginNext();
    });
  }

  leave(key: string): void {
    if (!this.running.delete(key)) throw new Error(`no run with the key ${key} is under way`);
    this.beginNext();
  }

  private beginNext(): void {
    for (const { key, begin } of this.waiting) {
      if (this.running.size >= this.most) return;
      if (this.running.has(key)) continue;
      this.running.add(key);
      begin();
    }
  }
}
