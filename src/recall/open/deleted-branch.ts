/** What the journal still has of a branch that was deleted, opened by a name that it had. */

import { noteText } from '../../domain/documents/entry-view.ts';
import { DEFAULTS } from '../../domain/workspace/workspace.ts';
import { eventId } from '../../kernel/ids.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import type { FormerName, Reading } from '../../store/port.ts';
import { MAX_NEAR, near, type Opened, recallCall } from './opened.ts';

export async function openDeletedBranch(
  tx: Reading,
  { id, name }: FormerName,
): Promise<readonly Opened[]> {
  const last = await tx.branches.formerNameOf(id);
  const made = await tx.journal.at(id);
  const deleted = last && (await tx.journal.at(last.seq));
  if (!deleted || made?.type !== 'branch_created') return [];
  const { base } = made.payload;
  const live = base && (await tx.branches.byId(base.branch));
  // A base may have been deleted in its turn, and its name may be another branch's by now.
  const baseName = live?.name ?? (base && (await tx.branches.formerNameOf(base.branch))?.name);
  const own = [{ branch: id, after: 0, upTo: Number.MAX_SAFE_INTEGER }];
  const notes = await tx.journal.notesInView(own, DEFAULTS.docs.notes, { limit: MAX_NEAR });
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
        name: last.name,
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
