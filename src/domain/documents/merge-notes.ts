/**
 * Copies the notes of one branch to another, each only once, even if it arrives by several
 * branches.
 */

import { type Branch, branchEntity } from '../branches/branch.ts';
import type { EventDraft, JournalEvent } from '../journal/event.ts';
import type { EntryOrigin } from './document-events.ts';
import { isNote, noteText } from './entry-view.ts';

export interface MergeNotes {
  readonly from: Branch;
  readonly into: Branch;
  readonly doc: string;
  /** Entries that `from` sees and `into` does not, oldest first. */
  readonly entries: readonly JournalEvent[];
  /** The seqs of the original notes that `into` sees, as the original or as a copy. */
  readonly known: ReadonlySet<number>;
}

export interface NotesMerge {
  readonly drafts: readonly EventDraft[];
  /** Entries that are not notes, or that `into` has already. */
  readonly skipped: number;
}

export function mergeNotes({ from, into, doc, entries, known }: MergeNotes): NotesMerge {
  const drafts = entries.filter(isNote).flatMap((note): EventDraft[] => {
    const origin = originOf(note);
    if (known.has(origin.seq)) return [];
    const { meta, ...text } = noteText(note);
    const _merge = { from: from.name, from_seq: note.seq, from_ts_ms: note.tsMs };
    return [
      {
        type: 'note_committed',
        entity: into.target ?? branchEntity(into.id),
        branch: into.id,
        doc,
        key: `${copiesOf(origin)}${into.id}:${doc}`,
        payload: {
          ...text,
          meta: { ...meta, _merge },
          origin,
        },
      },
    ];
  });
  return { drafts, skipped: entries.length - drafts.length };
}

/** Where a note was first written. A copy of a copy keeps it, so that no note returns as a copy. */
export function originOf(event: JournalEvent): EntryOrigin {
  if (event.branch === undefined) throw new Error(`event ${event.seq} is in no document`);
  const copied = event.type === 'note_committed' ? event.payload.origin : undefined;
  return copied ?? { branch: event.branch, seq: event.seq };
}

/**
 * The prefix of the keys of all copies of a note. It has ids, so that a rename causes no second
 * copy.
 */
export function copiesOf({ branch, seq }: EntryOrigin): string {
  return `merge:${branch}:${seq}:`;
}
