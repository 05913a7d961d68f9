/** The type of a projection: tables that follow from the journal alone, updated event by event. */

import type { EventType, JournalEvent } from '../../domain/journal/event.ts';
import type { TextChanges } from '../../recall/index/text-changes.ts';
import type { Sql } from './engine.ts';
import type { Tables } from './tables.ts';

/**
 * A step may read only its own projection and the event: a rebuild has nothing else. The texts that
 * recall finds are collected, and written after the last step.
 */
export type Step<Type extends EventType> = (
  sql: Sql,
  workspace: string,
  event: JournalEvent<Type>,
  texts: TextChanges,
) => Promise<void>;

/** The names by which migrations list the projections they add to. */
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
  | 'notebooks'
  | 'rules'
  | 'texts'
  | 'recall';

export interface ProjectedTable {
  readonly name: Exclude<
    keyof Tables,
    'waymark_meta' | 'workspaces' | 'events' | 'bindings' | 'presence' | 'calls'
  >;
  /** The primary key, by which two copies are compared row by row. */
  readonly key: readonly string[];
}

/** Consecutive events with the same entity and document: one append has few such stretches. */
export type Stretch = readonly JournalEvent[];

export interface Projection {
  readonly name: ProjectionName;
  readonly tables: readonly ProjectedTable[];
  readonly on?: { readonly [Type in EventType]?: Step<Type> };
  /**
   * Used instead of `on`, for several events at once. It must write the same rows as the events
   * would one by one: a rebuild does not know where an append ended.
   */
  readonly onStretch?: (
    sql: Sql,
    workspace: string,
    events: Stretch,
    texts: TextChanges,
  ) => Promise<void>;
}
