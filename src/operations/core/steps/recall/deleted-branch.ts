/** What the journal still has of a branch that was deleted. */

import { noteText } from '../../../../domain/documents/entry-view.ts';
import { DEFAULTS } from '../../../../domain/workspace/workspace.ts';
import { eventId } from '../../../../kernel/ids.ts';
import { suggestCall } from '../../../../kernel/suggestion.ts';
import type { Reading } from '../../../../store/port.ts';
import { MOST_NEAR, near, type Opened, recallCall } from './opened.ts';

/** The last one that had this name. */
export async function openDeletedBranch(tx: Reading, name: string): Promise<readonly Opened[]> {
  const gone = await tx.branches.lastDeleted(name);
  const made = gone && (await tx.journal.at(gone.id));
  const deleted = gone && (await tx.journal.at(gone.seq));
  if (!deleted || made?.type !== 'branch_created') return [];
  const { base } = made.payload;
  const live = base && (await tx.branches.byId(base.branch));
  // A base may have been deleted in its turn, and its name may be another branch's by now.
  const baseName = live?.name ?? (base && (await tx.branches.deleted(base.branch))?.name);
  const own = [{ branch: gone.id, after: 0, upTo: Number.MAX_SAFE_INTEGER }];
  const notes = await tx.journal.notesInView(own, DEFAULTS.docs.notes, { limit: MOST_NEAR });
  return [
    {
      id: name,
      kind: 'branch',
      title: baseName === undefined ? 'deleted branch' : `deleted branch of ${baseName}`,
      in: baseName,
      atMs: deleted.tsMs,
      by: deleted.agent,
      state: 'deleted',
      content: {
        name,
        base_branch: baseName ?? null,
        base_seq: base?.seq ?? null,
        created_at_ms: made.tsMs,
        created_by: made.agent,
        deleted_at_ms: deleted.tsMs,
        deleted_by: deleted.agent,
      },
      near: [
        ...(live ? [near('base', `branch:${live.name}`, live.name)] : []),
        near('deleted by', eventId(deleted.seq), 'the event that deleted it'),
        ...notes.map((note) => near('note', eventId(note.seq), noteText(note).content)),
      ],
      next: live
        ? recallCall(`branch:${live.name}`, 'See the branch that it was based on')
        : suggestCall('branch_list', {}, 'See the branches there are'),
    },
  ];
}
