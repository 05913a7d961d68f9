/**
 * Undo and redo: applies changes backward or forward, if the same fields were not changed since.
 */

import type { Refusal } from '../../kernel/refusal.ts';
import type { JournalEvent } from '../journal/event.ts';
import { applyChanges, type Changes, inverse, stillHolds } from './change.ts';
import { type Move, revised } from './move.ts';
import { refuseFor } from './reasons.ts';
import type { Target } from './target.ts';
import type { TaskEventType } from './task-events.ts';

type TaskEvent = JournalEvent<TaskEventType>;

/** `operations`: newest first for an undo, oldest first for a redo. */
export function shiftOperations(
  target: Target,
  operations: readonly TaskEvent[],
  way: 'undo' | 'redo',
): Move | Refusal {
  const [first] = operations;
  const { id } = target.root;
  if (!first) {
    const message = `${id}: there is nothing to ${way}`;
    return refuseFor({ kind: 'history_empty', task: id }, 'INVALID_INPUT', message);
  }
  let after = target;
  for (const { payload } of operations) {
    const changes: Changes = way === 'undo' ? inverse(payload.changes) : payload.changes;
    if (!stillHolds(after, changes)) return changedSince(target, first, way);
    after = applyChanges(after, changes);
  }
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

function changedSince(target: Target, operation: TaskEvent, way: string): Refusal {
  const { id } = target.root;
  const { revision, fields } = operation.payload;
  const where = typeof fields.path === 'string' ? `${id} ${fields.path}` : id;
  return refuseFor(
    { kind: 'changed_since', task: id },
    'REVISION_MISMATCH',
    `expected=${revision} actual=${target.revision}: ${where} was changed since, so ${way} would lose that`,
  );
}
