/** A move: one event of a target, the target as it is afterwards, and an optional note. */

import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { commitNote } from '../documents/commit-note.ts';
import type { DocumentNames } from '../documents/document.ts';
import type { EventDraft } from '../journal/event.ts';
import { changesBetween } from './change.ts';
import type { Capture } from './evidence.ts';
import type { Target } from './target.ts';
import type { Operation, TaskEventPayload, TaskEventType } from './task-events.ts';

export interface Move {
  readonly type: TaskEventType;
  readonly fields: JsonObject;
  readonly after: Target;
  readonly operation?: Operation | undefined;
  readonly of?: readonly number[] | undefined;
  readonly evidence?: Capture | undefined;
  /** An entry of the target's own notes. */
  readonly note?: MoveNote | undefined;
}

export interface MoveNote {
  readonly content: string;
  readonly title?: string;
  readonly meta: JsonObject;
}

/** Every operation raises the revision by one, however many events it has. */
export function revised(target: Target): Target {
  return { ...target, revision: target.revision + 1 };
}

/** The branch and documents of a target's events and notes. */
export interface TargetDocuments {
  readonly branch: number;
  readonly docs: DocumentNames;
}

/**
 * The events of a chain of moves, each with its change against the one before, then their notes.
 * Events of one task follow each other, and are also stored next to each other.
 */
export function draftsOf(
  before: Target | undefined,
  moves: readonly Move[],
  place: TargetDocuments,
): readonly EventDraft[] {
  let was = before;
  const events = moves.map((move) => {
    const event = eventOf(was, move, place);
    was = move.after;
    return event;
  });
  const notes = moves.flatMap(({ after, note }) => (note ? [noteOf(after, note, place)] : []));
  return [...events, ...notes];
}

function eventOf(
  was: Target | undefined,
  move: Move,
  { branch, docs }: TargetDocuments,
): EventDraft {
  const payload: TaskEventPayload = {
    revision: move.after.revision,
    fields: move.fields,
    changes: changesBetween(was, move.after),
    ...(move.operation === undefined ? {} : { operation: move.operation }),
    ...(move.of === undefined ? {} : { of: move.of }),
    ...(move.evidence === undefined ? {} : { evidence: move.evidence }),
  };
  return { type: move.type, entity: move.after.root.id, branch, doc: docs.trace, payload };
}

/** A deletion is not a move, since no state is left. */
export function deletionOf(
  { root, revision }: Target,
  { branch, docs }: TargetDocuments,
): EventDraft {
  const { id, kind } = root;
  const payload: TaskEventPayload = {
    revision: revision + 1,
    fields: { task: id, kind },
    changes: [],
    operation: { intent: 'task_delete', undoable: false },
  };
  return { type: 'task_deleted', entity: id, branch, doc: docs.trace, payload };
}

function noteOf({ root }: Target, note: MoveNote, { branch, docs }: TargetDocuments): EventDraft {
  const draft = commitNote({ branch, doc: docs.notes, target: root.id, ...note });
  if (isRefusal(draft)) throw new Error(`a move of ${root.id} notes nothing`);
  return draft;
}

/** The target after a chain of moves; the same target if the chain is empty. */
export function leadsTo(target: Target, moves: readonly Move[]): Target {
  return moves.at(-1)?.after ?? target;
}
