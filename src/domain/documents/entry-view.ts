/** How an entry of a document is shown. */

import { eventId, TARGET_ID } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { JournalEvent } from '../journal/event.ts';

export function timestamp(tsMs: number): string {
  return new Date(tsMs).toISOString();
}

/** The fields by which every entry is placed. */
function placeOf(event: JournalEvent): { seq: number; ts: string; ts_ms: number } {
  return { seq: event.seq, ts: timestamp(event.tsMs), ts_ms: event.tsMs };
}

export function entryKind(event: JournalEvent): 'note' | 'event' {
  return event.type === 'note_committed' ? 'note' : 'event';
}

export function entryView(event: JournalEvent): JsonObject {
  if (event.type === 'note_committed') {
    const { title, format, meta, content } = event.payload;
    return {
      ...placeOf(event),
      kind: entryKind(event),
      ...(title === undefined ? {} : { title }),
      ...(format === undefined ? {} : { format }),
      ...(meta === undefined ? {} : { meta }),
      content,
    };
  }
  return {
    ...placeOf(event),
    kind: entryKind(event),
    event_id: eventId(event.seq),
    event_type: event.type,
    ...(TARGET_ID.test(event.entity) ? { task_id: event.entity } : {}),
  };
}
