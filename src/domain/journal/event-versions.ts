/**
 * The versions of every event type, and how events of earlier versions are read.
 *
 * An event is never rewritten. When the payload of a type changes its meaning, the type gets a new
 * version, and its noun declares a pure function that turns the previous payload into the new one.
 * Reading applies all of them, so the rest of the program knows only the present versions.
 */

import type { JsonObject } from '../../kernel/json.ts';
import { EVENTS } from './all-events.ts';
import type { Upcast } from './define-event.ts';
import type { EventType } from './event.ts';

/** For each type, what its declaration says about its earlier versions. */
export type EventVersions = Readonly<Record<string, { readonly upcasters?: readonly Upcast[] }>>;

/** The version in which an event of this type is entered. */
export function presentVersion(type: EventType): number {
  const { upcasters = [] } = EVENTS[type];
  return upcasters.length + 1;
}

/** Why this program cannot read an event: its type is unknown, or its version is newer. */
export interface UnknownEvent {
  readonly unknown: 'type' | 'version';
  /** The last version that is known. */
  readonly known: number;
}

export function presentPayload(
  type: string,
  version: number,
  payload: JsonObject,
  versions: EventVersions = EVENTS,
): { readonly payload: JsonObject } | UnknownEvent {
  const declared = Object.hasOwn(versions, type) ? versions[type] : undefined;
  if (!declared) return { unknown: 'type', known: 0 };
  const { upcasters = [] } = declared;
  const known = upcasters.length + 1;
  if (!Number.isInteger(version) || version < 1 || version > known) {
    return { unknown: 'version', known };
  }
  return {
    payload: upcasters.slice(version - 1).reduce((older, upcast) => upcast(older), payload),
  };
}
