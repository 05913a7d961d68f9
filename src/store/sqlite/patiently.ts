/** Waits for other processes without blocking this one. */

import { setTimeout as sleep } from 'node:timers/promises';
import { throwIfCancelled } from '../../kernel/cancelled.ts';
import { isBusy } from './sqlite-failure.ts';

/** How long SQLite itself may wait, which blocks the thread. */
export const BLOCKING_WAIT_MS = 15;
/** How long a call waits in all for other processes before it gives up. */
const PATIENCE_MS = 60_000;

/** Repeats what the lock of another process stopped, until it succeeds or the signal aborts. */
export async function patiently<Result>(
  attempt: () => Result | Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let round = 0; ; round++) {
    throwIfCancelled(signal);
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(pauseMs(round));
    }
  }
}

/** Grows to a few milliseconds, and differs between processes so that they do not collide again. */
function pauseMs(round: number): number {
  return 1 + ((process.pid + round * 7) % Math.min(12, 2 + round));
}
