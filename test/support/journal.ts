/** A whole journal, for tests that check what is in it. */

import type { JournalEvent } from '../../src/domain/journal/event.ts';
import { openStore, type StorePlace } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';

const BATCH = 500;

export async function journalOf(store: Store, workspace: string): Promise<JournalEvent[]> {
  const events: JournalEvent[] = [];
  for (;;) {
    const last = events.at(-1)?.seq ?? 0;
    const batch = await store.read(workspace, (tx) => tx.journal.after(last, BATCH));
    if (batch.length === 0) return events;
    events.push(...batch);
  }
}

/** Opens the place again, so that only what is really stored is seen. */
export async function journalAt(place: StorePlace, workspace: string): Promise<JournalEvent[]> {
  const store = await openStore(place);
  try {
    return await journalOf(store, workspace);
  } finally {
    await store.close();
  }
}

/** The last seq of every workspace: equal before and after if nothing was written. */
export async function headsOf(store: Store): Promise<Record<string, number>> {
  const heads: Record<string, number> = {};
  for (const workspace of await store.workspaces()) {
    heads[workspace] = await store.read(workspace, async (tx) => tx.head);
  }
  return heads;
}

/** The contents of all notes, oldest first. */
export function contentsOf(events: readonly JournalEvent[]): string[] {
  return events.flatMap((event) =>
    event.type === 'note_committed' ? [event.payload.content] : [],
  );
}

/** 1, 2, 3 … as a gap-free journal has them. */
export function seqsUpTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}
