/** Undoes or redoes the last operation of a plan or task, or the last atomic batch. */

import { shiftOperations } from '../../../domain/tasks/undo.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import { type Answer, answer } from '../../declaration/define-operation.ts';
import { commitMoves } from './commit-moves.ts';
import type { TargetCall } from './commit-step-move.ts';
import { taskEventView } from './task-event-view.ts';

export async function undoOrRedo(
  { tx, target }: TargetCall,
  way: 'undo' | 'redo',
): Promise<Answer | Refusal> {
  const { id } = target.root;
  const found = await (way === 'undo' ? tx.targets.lastDone(id) : tx.targets.firstUndone(id));
  const operations = found.map(({ event }) => event);
  const move = shiftOperations(target, operations, way);
  if (isRefusal(move)) return move;
  const committed = await commitMoves(tx, target, [move]);
  if (isRefusal(committed)) return committed;
  const [event] = committed.events;
  return answer({
    task: id,
    revision: move.after.revision,
    operation: move.fields,
    event: event ? taskEventView(event) : null,
  });
}
