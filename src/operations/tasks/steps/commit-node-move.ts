/** Commits a move of one task node, and answers with the node and the event. */

import type { Move } from '../../../domain/tasks/move.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import { type Answer, answer } from '../../declaration/define-operation.ts';
import { commitMoves } from './commit-moves.ts';
import type { TargetCall } from './commit-step-move.ts';
import { taskEventView } from './task-event-view.ts';

export async function commitNodeMove(
  { tx, target, batch }: TargetCall,
  node: { readonly node_id: string; readonly path: string },
  move: Move,
): Promise<Answer | Refusal> {
  const committed = await commitMoves(tx, target, [move], { batch });
  if (isRefusal(committed)) return committed;
  const [event] = committed.events;
  return answer({
    task: target.root.id,
    revision: committed.target.revision,
    node,
    event: event ? taskEventView(event) : null,
  });
}
