/** The line of runs in one process: so many at once, the rest wait in order, and not forever. */

import { endedWords } from './ended.ts';
import type { Runner, RunOutcome, RunRequest } from './port.ts';
import { unbegun } from './prepare-run.ts';
import { boundedLimits, MOST_WAITING_MS } from './run-limits.ts';

/** What a run that waited is told: its turn, or why it does not get one. */
export type Turn = 'begin' | 'late' | 'cancelled';

export class RunQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    readonly most: number,
    readonly patienceMs: number = MOST_WAITING_MS,
  ) {}

  /** Resolves to `begin` when it is this run's turn. It must then call `leave` once. */
  enter(signal?: AbortSignal): Promise<Turn> {
    if (signal?.aborted) return Promise.resolve('cancelled');
    if (this.running < this.most) {
      this.running += 1;
      return Promise.resolve('begin');
    }
    return new Promise((resolve) => {
      const settle = (turn: Turn) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        const place = this.waiting.indexOf(begin);
        if (place >= 0) this.waiting.splice(place, 1);
        resolve(turn);
      };
      const begin = () => settle('begin');
      const cancel = () => settle('cancelled');
      const timer = setTimeout(() => settle('late'), this.patienceMs);
      signal?.addEventListener('abort', cancel, { once: true });
      this.waiting.push(begin);
    });
  }

  /** Hands the place to the next in line. */
  leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}

/** The runner with a line before it. */
export function queued(runner: Runner, queue: RunQueue): Runner {
  return {
    runtime: runner.runtime,
    async run(request: RunRequest): Promise<RunOutcome> {
      const turn = await queue.enter(request.signal);
      if (turn !== 'begin') return unrun(runner, request, turn, queue);
      try {
        return await runner.run(request);
      } finally {
        queue.leave();
      }
    },
  };
}

function unrun(
  { runtime }: Runner,
  request: RunRequest,
  turn: 'late' | 'cancelled',
  queue: RunQueue,
): RunOutcome {
  const limits = boundedLimits(request.limits, runtime.kind);
  if (turn === 'cancelled') {
    return unbegun('cancelled', endedWords('cancelled', limits), runtime, limits);
  }
  const seconds = Math.round(queue.patienceMs / 1000);
  const words =
    `The run waited ${seconds} s in line behind others (at most ${queue.most} at once here). ` +
    'Try again later.';
  return unbegun('refused', words, runtime, limits);
}
