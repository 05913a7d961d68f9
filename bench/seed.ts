/** Fills a memory with notes through the store itself, many to a transaction. */

import { commitNote } from '../src/domain/documents/commit-note.ts';
import type { EventDraft } from '../src/domain/journal/event.ts';
import { initializeWorkspace } from '../src/domain/workspace/workspace.ts';
import { isRefusal } from '../src/kernel/refusal.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/port.ts';
import { WORKSPACE } from './benchmark.ts';

/** The first event makes the workspace and its first branch. */
const MAIN_BRANCH = 1;

/** Few enough that one statement can carry them all. */
const NOTES_PER_APPEND = 500;
const APPENDS_PER_TRANSACTION = 20;

export async function seedNotes(dataDir: string, count: number, content: string): Promise<void> {
  const store = await openStore({ dataDir });
  try {
    await write(store, [[initializeWorkspace()]]);
    for (let left = count; left > 0; ) {
      const appends: EventDraft[][] = [];
      while (left > 0 && appends.length < APPENDS_PER_TRANSACTION) {
        const size = Math.min(left, NOTES_PER_APPEND);
        appends.push(Array.from({ length: size }, () => noteDraft(content)));
        left -= size;
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

function noteDraft(content: string): EventDraft {
  const draft = commitNote({ branch: MAIN_BRANCH, doc: 'notes', content });
  if (isRefusal(draft)) throw new Error(draft.message);
  return draft;
}
