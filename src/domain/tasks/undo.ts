/**
 * Undo and redo: applies changes backward or forward, if the same fields were not changed since and
 * no step would be closed that cannot close now.
 */

import type { Refusal } from '../../kernel/refusal.ts';
import type { JournalEvent } from '../journal/event.ts';
import { applyChanges, type Changes, inverse, isGone, stillHolds } from './change.ts';
import { gate } from './checkpoints.ts';
import { type Move, revised } from './move.ts';
import { refuseFor } from './reasons.ts';
import { stepsInOrder } from './step-tree.ts';
import { isOpen, type Target } from './target.ts';
import type { TaskEventType } from './task-events.ts';

type TaskEvent = JournalEvent<TaskEventType>;

export type Way = 'undo' | 'redo';

/** Operations of which nothing is left, because the parts that they changed were deleted. */
export function areGone(target: Target, operations: readonly TaskEvent[]): boolean {
  const changes = operations.flatMap(({ payload }) => payload.changes);
  return changes.length > 0 && changes.every((change) => isGone(target, change));
}

export function nothingLeft({ root: { id } }: Target, way: Way): Refusal {
  const message = `${id}: there is nothing to ${way}`;
  return refuseFor({ kind: 'history_empty', task: id }, 'INVALID_INPUT', message);
}

/**
 * `operations`: newest first for an undo, oldest first for a redo. Changes of parts that are gone
 * are left out.
 */
export function shiftOperations(
  target: Target,
  operations: readonly [TaskEvent, ...TaskEvent[]],
  way: Way,
): Move | Refusal {
  const [first] = operations;
  const { id } = target.root;
  let after = target;
  for (const { payload } of operations) {
    const whole: Changes = way === 'undo' ? inverse(payload.changes) : payload.changes;
    const changes = whole.filter((change) => !isGone(target, change));
    if (!stillHolds(after, changes)) return changedSince(target, first, way);
    after = applyChanges(after, changes);
  }
  const closed = gateOf(target, after);
  if (closed) return closed;
  const { fields, operation } = first.payload;
  return {
    type: way === 'undo' ? 'undo_applied' : 'redo_applied',
    fields: {
      op_seq: first.seq,
      intent: operation?.intent ?? null,
      undo: way === 'undo',
      task: id,
      ...(typeof fields.path === 'string' ? { path: fields.path } : {}),
      ...(operations.length > 1 ? { operations: operations.length } : {}),
    },
    after: revised(after),
    of: operations.map(({ seq }) => seq),
  };
}

/** A step that was forced before may be closed again: it still shows that it was. */
function gateOf(before: Target, after: Target): Refusal | undefined {
  const wasOpen = new Set(before.steps.filter(isOpen).map(({ id }) => id));
  return stepsInOrder(after)
    .filter(({ step }) => wasOpen.has(step.id) && !isOpen(step) && !step.forced)
    .map((placed) => gate(after, placed))
    .find((refusal) => refusal !== undefined);
}

function changedSince(target: Target, operation: TaskEvent, way: Way): Refusal {
  const { id } = target.root;
  const { revision, fields } = operation.payload;
  const where = typeof fields.path === 'string' ? `${id} ${fields.path}` : id;
  return refuseFor(
    { kind: 'changed_since', task: id },
    'REVISION_MISMATCH',
    `expected=${revision} actual=${target.revision}: ${where} was changed since, so ${way} would lose that`,
  );
}
