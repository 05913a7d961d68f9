/** A tool on a plan or task as a whole: enter what was decided, and show what it became. */

import type { Entity } from '../../../domain/tasks/entity.ts';
import type { Move } from '../../../domain/tasks/move.ts';
import { planProgress } from '../../../domain/tasks/plan-moves.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import { type Answer, answer } from '../../declaration/define-operation.ts';
import { commitMoves } from './commit-moves.ts';
import type { OnEntity } from './move-step.ts';
import { taskEventView } from './task-views.ts';

export async function moveEntity(
  { tx, target, batch }: OnEntity,
  ...moves: readonly Move[]
): Promise<Answer | Refusal> {
  const committed = await commitMoves(tx, target, moves, { batch });
  if (isRefusal(committed)) return committed;
  return answer(entityAnswer(committed.entity, committed.events.map(taskEventView)));
}

export function entityAnswer(after: Entity, events: readonly JsonObject[]): JsonObject {
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
