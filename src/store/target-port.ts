/** The queries about targets: plans and tasks. */

import type { JournalEvent } from '../domain/journal/event.ts';
import type { TargetKind } from '../domain/targets/target-ref.ts';
import type { Dependency } from '../domain/tasks/dependencies.ts';
import type { Priority, Status, Target } from '../domain/tasks/target.ts';
import type { TaskEventType } from '../domain/tasks/task-events.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Slice } from './port.ts';

export interface TargetFilter {
  readonly kind: TargetKind;
  readonly parent?: string | undefined;
  readonly status?: Status | undefined;
  readonly priority?: Priority | undefined;
  readonly domain?: string | undefined;
  /** All of them, spelled as they are stored. */
  readonly tags?: readonly string[] | undefined;
  /** Its words must all occur in the texts of the root. A blank text is no condition. */
  readonly text?: string | undefined;
}

/** A target as lists show it. */
export interface TargetSummary {
  readonly id: string;
  readonly kind: TargetKind;
  readonly number: number;
  readonly parent: string | null;
  readonly title: string;
  readonly status: Status;
  readonly priority: Priority;
  readonly revision: number;
  readonly steps: { readonly total: number; readonly done: number };
  readonly tasks: { readonly total: number; readonly done: number };
  readonly updatedMs: number;
}

/**
 * Whether an operation can be undone, was undone, can no longer be redone, or never could be
 * undone.
 */
export type OperationState = 'done' | 'undone' | 'discarded' | 'final';

export interface RecordedOperation {
  readonly event: JournalEvent<TaskEventType>;
  readonly state: OperationState;
}

/** A capture of evidence without the evidence. */
export interface Captured {
  readonly seq: number;
  readonly tsMs: number;
  readonly agent: string;
  /** Null if it belongs to the plan or task as a whole. */
  readonly step: string | null;
  readonly fields: JsonObject;
}

/** What a list of the page shows of a target beside its summary. */
export interface TargetFace {
  /** Of its last event. */
  readonly seq: number;
  /** How many open targets it depends on. */
  readonly waitsFor: number;
  /** False if no part of it is blocked. */
  readonly mayBeBlocked: boolean;
  /** The agents that have it in focus, the latest first. */
  readonly focusedBy: readonly string[];
}

/** What a board of plans and tasks shows beyond lists. */
export interface BoardQueries {
  /** The event that created a target, even one that was deleted since. */
  first(target: string): Promise<JournalEvent<TaskEventType> | undefined>;
  /** Oldest first: what can have confirmed checkpoints, closed or blocked any of these steps. */
  signings(
    target: string,
    steps: readonly string[],
  ): Promise<readonly JournalEvent<TaskEventType>[]>;
  /** Oldest first. */
  captures(target: string): Promise<readonly Captured[]>;
  faces(ids: readonly string[]): Promise<ReadonlyMap<string, TargetFace>>;
}

export interface TargetQueries {
  readonly board: BoardQueries;
  byId(id: string): Promise<Target | undefined>;
  summary(id: string): Promise<TargetSummary | undefined>;
  /** By number, starting after `after`. */
  list(
    filter: TargetFilter,
    page: { readonly after?: number | undefined; readonly limit: number },
  ): Promise<readonly TargetSummary[]>;
  /** The highest numbers, in ascending order. */
  latest(filter: TargetFilter, limit: number): Promise<readonly TargetSummary[]>;
  countByStatus(filter: TargetFilter): Promise<{ readonly [Each in Status]?: number }>;
  /** The first plan with exactly this title. */
  planTitled(title: string): Promise<string | undefined>;
  tasksOf(plan: string): Promise<readonly string[]>;
  /** The last number assigned, by the prefix of the ids. */
  counters(): Promise<{ readonly [Prefix: string]: number }>;
  dependents(id: string): Promise<readonly string[]>;
  /** Every dependency reachable from these. */
  dependenciesBelow(ids: readonly string[]): Promise<readonly Dependency[]>;
  /** The open targets that it depends on. */
  waitingFor(
    id: string,
  ): Promise<readonly { readonly id: string; readonly title: string; readonly status: Status }[]>;
  /** Those of the targets that depend on an open one. */
  waitingAmong(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Of a plan: its tasks that are done although they have open steps. By number. */
  reopenedIn(plan: string, limit: number): Promise<readonly string[]>;
  /** Oldest first, starting after `seq`. */
  eventsAfter(seq: number, limit: number): Promise<readonly JournalEvent<TaskEventType>[]>;
  /** Newest first. */
  events(target: string, page: Slice): Promise<readonly JournalEvent<TaskEventType>[]>;
  /** Newest first; those of one step, or of all steps and the root. */
  evidence(
    target: string,
    step: string | undefined,
    page: Slice,
  ): Promise<readonly JournalEvent<'evidence_captured'>[]>;
  /** Newest first; those of all targets if none is named. */
  operations(target: string | undefined, page: Slice): Promise<readonly RecordedOperation[]>;
  /** What an undo reverts: the last operation or batch before `before`, newest first. */
  lastDone(target: string, before?: number): Promise<readonly RecordedOperation[]>;
  /** What a redo restores: the first operation or batch after `after`, oldest first. */
  firstUndone(target: string, after?: number): Promise<readonly RecordedOperation[]>;
}
