/** Sets the status of a plan or task. A task can be done only when all its steps are. */

import type { Refusal } from '../../kernel/refusal.ts';
import { type Move, revised } from './move.ts';
import { refuseFor } from './reasons.ts';
import { firstOpen } from './step-tree.ts';
import { isOpen, isPlan, type Status, type Target, withRoot } from './target.ts';

export function completeTarget(target: Target, status: Status): Move | Refusal {
  const unfinished = status === 'DONE' ? openSteps(target) : undefined;
  if (unfinished) return unfinished;
  const { id } = target.root;
  return {
    type: isPlan(target) ? 'plan_updated' : 'task_completed',
    fields: { ...(isPlan(target) ? { plan: id } : { task: id }), status },
    after: revised(withRoot(target, { status })),
  };
}

function openSteps(target: Target): Refusal | undefined {
  const next = firstOpen(target);
  if (!next) return undefined;
  const count = target.steps.filter(isOpen).length;
  const { id } = target.root;
  return refuseFor(
    { kind: 'steps_open', task: id },
    'CHECKPOINTS_NOT_CONFIRMED',
    `${id} has ${count} open ${count === 1 ? 'step' : 'steps'}, the first is ${next.path}`,
  );
}
