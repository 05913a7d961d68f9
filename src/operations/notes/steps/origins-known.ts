/** Which notes a branch has already, as originals or as copies of a merge. */

import { type EffectiveView, sees } from '../../../domain/branches/effective-view.ts';
import { isNote } from '../../../domain/documents/entry-view.ts';
import { copiesOf, originOf } from '../../../domain/documents/merge-notes.ts';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { Reading } from '../../../store/port.ts';

/** The seqs of the origins that a view sees, as originals or as copies. */
export async function originsKnown(
  tx: Reading,
  view: EffectiveView,
  entries: readonly JournalEvent[],
): Promise<ReadonlySet<number>> {
  const known = new Set<number>();
  for (const entry of entries.filter(isNote)) {
    const origin = originOf(entry);
    const places = [origin, ...(await tx.journal.keyedLike(copiesOf(origin)))];
    if (places.some((place) => sees(view, place))) known.add(origin.seq);
  }
  return known;
}
