/** A projection: tables that follow from the journal alone, kept up event by event. */

import type { EventType, JournalEvent } from '../../domain/journal/event.ts';
import type { Sql } from './engine.ts';
import type { Tables } from './tables.ts';

/** A step may read its own projection and the event, and nothing else: a rebuild has no more. */
export type Step<Type extends EventType> = (
  sql: Sql,
  workspace: string,
  event: JournalEvent<Type>,
) => Promise<void>;

export interface ProjectedTable {
  readonly name: Exclude<
    keyof Tables,
    'waymark_meta' | 'workspaces' | 'events' | 'bindings' | 'presence' | 'calls'
  >;
  /** The primary key, by which two copies are compared row by row. */
  readonly key: readonly string[];
}

export interface Projection {
  readonly tables: readonly ProjectedTable[];
  readonly on: { readonly [Type in EventType]?: Step<Type> };
  /** For every event that is an entry of a document, whatever its type. */
  readonly onEntry?: Step<EventType>;
}
