/** Commits moves of a plan or task as a whole, and answers with its new state. */

import type { Move } from '../../../domain/tasks/move.ts';
import { planProgress } from '../../../domain/tasks/plan-moves.ts';
import type { Target } from '../../../domain/tasks/target.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import { type Answer, answer } from '../../declaration/define-operation.ts';
import { commitMoves } from './commit-moves.ts';
import type { TargetCall } from './commit-step-move.ts';
import { taskEventView } from './task-event-view.ts';

export async function commitTargetMove(
  { tx, target, batch }: TargetCall,
  ...moves: readonly Move[]
): Promise<Answer | Refusal> {
  const committed = await commitMoves(tx, target, moves, { batch });
  if (isRefusal(committed)) return committed;
  return answer(targetAnswer(committed.target, committed.events.map(taskEventView)));
}

export function targetAnswer(after: Target, events: readonly JsonObject[]): JsonObject {
  const { id, kind, title, status, checklist } = after.root;
  const plan = kind === 'plan' ? { plan_progress: planProgress(checklist) } : {};
  return {
    id,
    kind,
    [kind]: { id, kind, title, status, revision: after.revision, ...plan },
    revision: after.revision,
    event: events.at(-1) ?? null,
  };
}
