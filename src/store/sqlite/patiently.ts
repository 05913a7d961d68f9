/** Waits for other processes without blocking this one. */

import { setTimeout as sleep } from 'node:timers/promises';
import { throwIfCancelled } from '../../kernel/cancelled.ts';
import { CALL_MS, Patience } from '../patience.ts';
import { isBusy } from './sqlite-failure.ts';

/** How long SQLite itself may wait, which blocks the thread. */
export const BLOCKING_WAIT_MS = 15;

interface Waiting {
  readonly signal?: AbortSignal | undefined;
  /** The time of the whole call: what it waited for its turn counts. */
  readonly patience?: Patience | undefined;
}

/**
 * Repeats what the lock of another process stopped, until it succeeds, the time is over, or the
 * signal aborts. It is tried once even if no time is left.
 */
export async function patiently<Result>(
  attempt: () => Result | Promise<Result>,
  { signal, patience = new Patience(CALL_MS) }: Waiting = {},
): Promise<Result> {
  for (let round = 0; ; round++) {
    throwIfCancelled(signal);
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || patience.isOver) throw error;
      await sleep(pauseMs(round));
    }
  }
}

/** Grows to a few milliseconds, and differs between processes so that they do not collide again. */
function pauseMs(round: number): number {
  return 1 + ((process.pid + round * 7) % Math.min(12, 2 + round));
}
