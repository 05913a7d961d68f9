/** Sets the status of a plan or task; a task is done only when all its steps are. */

import type { Refusal } from '../../kernel/refusal.ts';
import { type Entity, isOpen, isPlan, type Status, withRoot } from './entity.ts';
import { type Move, revised } from './move.ts';
import { refuseFor } from './reasons.ts';
import { firstOpen } from './step-tree.ts';

export function completeEntity(entity: Entity, status: Status): Move | Refusal {
  const unfinished = status === 'DONE' ? openSteps(entity) : undefined;
  if (unfinished) return unfinished;
  const { id } = entity.root;
  return {
    type: isPlan(entity) ? 'plan_updated' : 'task_completed',
    fields: { ...(isPlan(entity) ? { plan: id } : { task: id }), status },
    after: revised(withRoot(entity, { status })),
  };
}

function openSteps(entity: Entity): Refusal | undefined {
  const next = firstOpen(entity);
  if (!next) return undefined;
  const count = entity.steps.filter(isOpen).length;
  const { id } = entity.root;
  return refuseFor(
    { kind: 'steps_open', task: id },
    'CHECKPOINTS_NOT_CONFIRMED',
    `${id} has ${count} open ${count === 1 ? 'step' : 'steps'}, the first is ${next.path}`,
  );
}
