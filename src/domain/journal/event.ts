/**
 * The journal's events. Every change is one of these; everything else that is stored follows from
 * them.
 */

import type { BranchPayloads } from '../branches/branch-events.ts';
import type { CardPayloads } from '../cards/card-events.ts';
import type { DocumentPayloads } from '../documents/document-events.ts';
import type { ConflictPayloads, GraphPayloads } from '../graph/graph-events.ts';
import type { NotebookPayloads } from '../notebooks/notebook-events.ts';
import type { RefPayloads } from '../refs/ref-events.ts';
import type { RulePayloads } from '../rules/rule-events.ts';
import type { TaskPayloads } from '../tasks/task-events.ts';
import type { ThoughtPayloads } from '../thoughts/thought-events.ts';
import type { TracePayloads } from '../trace/trace-events.ts';
import type { WorkPayloads } from '../work/work-events.ts';
import type { WorkspacePayloads } from '../workspace/workspace-events.ts';

export interface EventPayloads
  extends WorkspacePayloads,
    BranchPayloads,
    RefPayloads,
    DocumentPayloads,
    GraphPayloads,
    ConflictPayloads,
    TracePayloads,
    CardPayloads,
    TaskPayloads,
    ThoughtPayloads,
    NotebookPayloads,
    RulePayloads,
    WorkPayloads {}

export type EventType = keyof EventPayloads;

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
