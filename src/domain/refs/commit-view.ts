/** Shows a note as a commit, for tools that read a document like a history of commits. */

import type { JsonObject } from '../../kernel/json.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import { type NoteType, noteText, sourceOf } from '../documents/entry-view.ts';
import type { JournalEvent } from '../journal/event.ts';

/** The format of a note that was written by `commit`. */
export const COMMIT_FORMAT = 'commit';

export function commitView(event: JournalEvent<NoteType>): JsonObject {
  const { title, content, ...rest } = noteText(event);
  return {
    seq: event.seq,
    ts: timestamp(event.tsMs),
    ts_ms: event.tsMs,
    ...(title === undefined ? {} : { message: title }),
    ...rest,
    artifact: content,
    ...sourceOf(event),
  };
}
