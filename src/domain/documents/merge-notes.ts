/** Copies the notes of one branch to another, each once, whichever way it comes. */

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
  /** The seqs of the origins that `into` sees, themselves or as a copy. */
  readonly known: ReadonlySet<number>;
}

export interface NotesMerge {
  readonly drafts: readonly EventDraft[];
  /** Entries that are no notes, or that `into` has already. */
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

/** Where a note was first written: a copy of a copy still tells, so that it cannot go in circles. */
export function originOf(event: JournalEvent): EntryOrigin {
  if (event.branch === undefined) throw new Error(`event ${event.seq} lies in no document`);
  const copied = event.type === 'note_committed' ? event.payload.origin : undefined;
  return copied ?? { branch: event.branch, seq: event.seq };
}

/** How the keys of all copies of a note begin. Ids, not names: a rename must not merge anew. */
export function copiesOf({ branch, seq }: EntryOrigin): string {
  return `merge:${branch}:${seq}:`;
}
