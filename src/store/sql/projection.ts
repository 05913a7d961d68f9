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

/** By which migrations say what they add. */
export type ProjectionName =
  | 'workspace_state'
  | 'focus'
  | 'branches'
  | 'documents'
  | 'refs'
  | 'graph'
  | 'conflicts'
  | 'targets'
  | 'work'
  | 'thoughts'
  | 'knowledge'
  | 'texts';

export interface ProjectedTable {
  readonly name: Exclude<
    keyof Tables,
    'waymark_meta' | 'workspaces' | 'events' | 'bindings' | 'presence' | 'calls'
  >;
  /** The primary key, by which two copies are compared row by row. */
  readonly key: readonly string[];
}

/** Events in a row that have entity and document in common: one append has few of them. */
export type Stretch = readonly JournalEvent[];

export interface Projection {
  readonly name: ProjectionName;
  readonly tables: readonly ProjectedTable[];
  readonly on?: { readonly [Type in EventType]?: Step<Type> };
  /**
   * Instead of `on`, for several events at once. The rows must be those that the events would have
   * left one by one: where an append ended, a rebuild does not know.
   */
  readonly onStretch?: (sql: Sql, workspace: string, events: Stretch) => Promise<void>;
}
