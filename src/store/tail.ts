/** Follows one journal as it grows, whichever process writes it. */

import type { JournalEvent } from '../domain/journal/event.ts';
import type { Store } from './port.ts';

const BATCH = 200;

/**
 * Yields batches in order, each event once, until `signal` aborts. It also ends if the journal has
 * fewer events than were read: then another one took its place, as after a restore.
 */
export async function* tail(
  store: Store,
  workspace: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<readonly JournalEvent[]> {
  let wake = () => {};
  let changed = true;
  const stop = store.watch(() => {
    changed = true;
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  let last = after;
  try {
    while (!signal.aborted) {
      if (!changed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          // Nothing else ran between the test above and this line, so no wake-up can be lost.
        });
        continue;
      }
      changed = false;
      const batch = await store.read(
        workspace,
        async (tx) => (tx.head < last ? undefined : tx.journal.after(last, BATCH)),
        { aside: true },
      );
      if (!batch) return;
      if (batch.length === 0) continue;
      last = batch.at(-1)?.seq ?? last;
      changed = true;
      yield batch;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    stop();
  }
}
