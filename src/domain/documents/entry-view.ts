/** Shows an entry of a document in answers. */

import { eventId, TARGET_ID } from '../../kernel/ids.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import type { JournalEvent } from '../journal/event.ts';

/** The fields that every entry has. */
function placeOf(event: JournalEvent): { seq: number; ts: string; ts_ms: number } {
  return { seq: event.seq, ts: timestamp(event.tsMs), ts_ms: event.tsMs };
}

/** The events that are shown as notes: notes, steps of a trace and cards. */
export const NOTE_TYPES = ['note_committed', 'trace_step_recorded', 'card_recorded'] as const;

export type NoteType = (typeof NOTE_TYPES)[number];

/** A type, not an interface, because views are JSON. */
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

/** The note that a merge copied, by the name that its branch had then. */
export function sourceOf(event: JournalEvent<NoteType>): { source_event_id?: string } {
  if (event.type !== 'note_committed' || event.payload.origin === undefined) return {};
  const provenance = event.payload.meta?._merge;
  if (!isJsonObject(provenance)) return {};
  return { source_event_id: `merge:${provenance.from}:${provenance.from_seq}` };
}

export function entryKind(event: JournalEvent): 'note' | 'event' {
  return isNote(event) ? 'note' : 'event';
}

export function entryView(event: JournalEvent): JsonObject {
  if (isNote(event)) {
    return { ...placeOf(event), kind: entryKind(event), ...noteText(event), ...sourceOf(event) };
  }
  return {
    ...placeOf(event),
    kind: entryKind(event),
    event_id: eventId(event.seq),
    event_type: event.type,
    ...(TARGET_ID.test(event.entity) ? { task_id: event.entity } : {}),
    ...pathIn(event),
  };
}

/** The step of a task at which an event happened. */
function pathIn(event: JournalEvent): { path?: string } {
  const path = 'fields' in event.payload ? event.payload.fields.path : undefined;
  return typeof path === 'string' ? { path } : {};
}
