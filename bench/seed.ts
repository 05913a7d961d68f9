/** Fills a memory with notes through the store itself, many per transaction. */

import { commitNote } from '../src/domain/documents/commit-note.ts';
import type { EventDraft } from '../src/domain/journal/event.ts';
import { initializeWorkspace } from '../src/domain/workspace/workspace.ts';
import { isRefusal } from '../src/kernel/refusal.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/port.ts';
import { WORKSPACE } from './benchmark.ts';

/** The first event creates the workspace and its first branch. */
export const MAIN_BRANCH = 1;

/** Few enough for one statement. */
const NOTES_PER_APPEND = 500;
const APPENDS_PER_TRANSACTION = 20;

export function seedNotes(dataDir: string, count: number, content: string): Promise<void> {
  return seed(dataDir, count, () => noteDraft(content));
}

/** Any events, built one by one; the workspace and its first branch come before them. */
export async function seed(
  dataDir: string,
  count: number,
  draft: (index: number) => EventDraft,
): Promise<void> {
  const store = await openStore({ dataDir });
  try {
    await write(store, [[initializeWorkspace()]]);
    for (let done = 0; done < count; ) {
      const appends: EventDraft[][] = [];
      while (done < count && appends.length < APPENDS_PER_TRANSACTION) {
        const size = Math.min(count - done, NOTES_PER_APPEND);
        const first = done;
        appends.push(Array.from({ length: size }, (_, index) => draft(first + index)));
        done += size;
      }
      await write(store, appends);
    }
  } finally {
    await store.close();
  }
}

async function write(store: Store, appends: readonly EventDraft[][]): Promise<void> {
  const writer = { workspace: WORKSPACE, agent: 'bench', nowMs: Date.now() };
  await store.write(writer, async (tx) => {
    for (const drafts of appends) await tx.append(drafts);
  });
}

export function noteDraft(content: string, title?: string): EventDraft {
  const draft = commitNote({ branch: MAIN_BRANCH, doc: 'notes', content, title });
  if (isRefusal(draft)) throw new Error(draft.message);
  return draft;
}
