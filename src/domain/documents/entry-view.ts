/** How an entry of a document is shown. */

import { eventId, TARGET_ID } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import type { JournalEvent } from '../journal/event.ts';

/** The fields by which every entry is placed. */
function placeOf(event: JournalEvent): { seq: number; ts: string; ts_ms: number } {
  return { seq: event.seq, ts: timestamp(event.tsMs), ts_ms: event.tsMs };
}

/** Shown as notes: what someone wrote, by itself, as a step of a trace or as a card. */
export const NOTE_TYPES = ['note_committed', 'trace_step_recorded', 'card_recorded'] as const;

export type NoteType = (typeof NOTE_TYPES)[number];

/** A type, not an interface: it goes into views as it is. */
export type NoteText = {
  readonly title?: string;
  readonly format?: string;
  readonly meta?: JsonObject;
  readonly content: string;
};

export function isNote(event: JournalEvent): event is JournalEvent<NoteType> {
  return (NOTE_TYPES as readonly string[]).includes(event.type);
}

export function noteText(event: JournalEvent<NoteType>): NoteText {
  if (event.type === 'card_recorded') {
    const { id, title, text, ...rest } = event.payload.card;
    return {
      ...(title === undefined ? {} : { title }),
      format: 'think_card',
      meta: { source: 'think_card', card_id: id, ...rest },
      content: text ?? title ?? '',
    };
  }
  const { title, format, meta, content } = event.payload;
  return {
    ...(title === undefined ? {} : { title }),
    ...(format === undefined ? {} : { format }),
    ...(meta === undefined ? {} : { meta }),
    content,
  };
}

export function entryKind(event: JournalEvent): 'note' | 'event' {
  return isNote(event) ? 'note' : 'event';
}

export function entryView(event: JournalEvent): JsonObject {
  if (isNote(event)) return { ...placeOf(event), kind: entryKind(event), ...noteText(event) };
  return {
    ...placeOf(event),
    kind: entryKind(event),
    event_id: eventId(event.seq),
    event_type: event.type,
    ...(TARGET_ID.test(event.entity) ? { task_id: event.entity } : {}),
    ...pathIn(event),
  };
}

/** Where in its task an event happened. */
function pathIn(event: JournalEvent): { path?: string } {
  const path = 'fields' in event.payload ? event.payload.fields.path : undefined;
  return typeof path === 'string' ? { path } : {};
}
