/**
 * The journal's events. Every change is one of these; everything else that is stored follows from
 * them.
 */

import type { EVENTS } from './all-events.ts';

export type EventType = keyof typeof EVENTS;

export type EventPayloads = { readonly [Type in EventType]: (typeof EVENTS)[Type]['payload'] };

interface EventFields<Type extends EventType> {
  readonly type: Type;
  /** What changed, such as `workspace`, `branch:12` or `TASK-001`. */
  readonly entity: string;
  /**
   * With `doc`: the document that this event is an entry of. A branch id, so that a rename changes
   * nothing.
   */
  readonly branch?: number;
  readonly doc?: string;
  /** The idempotency key: a workspace has at most one event per key. */
  readonly key?: string;
  readonly payload: EventPayloads[Type];
}

/** An event before it has a place in the journal. */
export type EventDraft = { [Type in EventType]: EventFields<Type> }[EventType];

interface EventPlace {
  /** Per workspace, from 1, without gaps. */
  readonly seq: number;
  readonly tsMs: number;
  readonly agent: string;
}

export type JournalEvent<Type extends EventType = EventType> = {
  [Each in Type]: EventFields<Each> & EventPlace;
}[Type];
