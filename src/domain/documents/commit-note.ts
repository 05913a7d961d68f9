/** Enters a note into a document. */

import type { JsonObject } from '../../kernel/json.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import { branchEntity } from '../branches/branch.ts';
import type { EventDraft } from '../journal/event.ts';

export interface CommitNote {
  readonly branch: number;
  readonly doc: string;
  readonly content: string;
  readonly title?: string | undefined;
  readonly format?: string | undefined;
  readonly meta?: JsonObject | undefined;
  /** The plan or task the note is about, if any. */
  readonly target?: string | undefined;
}

export function commitNote(note: CommitNote): EventDraft | Refusal {
  if (note.content.trim() === '') {
    return refuse('INVALID_INPUT', 'content: a note needs some text', {
      recovery: 'Say in content what was decided or found, and why.',
    });
  }
  return {
    type: 'note_committed',
    entity: note.target ?? branchEntity(note.branch),
    branch: note.branch,
    doc: note.doc,
    payload: {
      content: note.content,
      ...(note.title === undefined ? {} : { title: note.title }),
      ...(note.format === undefined ? {} : { format: note.format }),
      ...(note.meta === undefined ? {} : { meta: note.meta }),
    },
  };
}
