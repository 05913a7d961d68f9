/** `tasks_progress`: closes or reopens a step. */

import * as z from 'zod';
import { closeStep, reopenStep } from '../../domain/tasks/step-moves.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { step } from '../declaration/fields.ts';
import { commitStepMove } from './steps/commit-step-move.ts';

export const tasksProgress = defineOperation({
  name: 'tasks_progress',
  title: 'Close or reopen a step',
  description:
    'Closes a step like tasks_done, or reopens it with completed=false. force skips checkpoints and proof. Can be undone.',
  toolset: 'tasks',
  does: writes().and(changes('task')),
  input: { ...step, completed: z.boolean().default(true), force: z.boolean().default(false) },
  refusals: ['CHECKPOINTS_NOT_CONFIRMED', 'PROOF_REQUIRED'],
  example: {
    title: 'Reopen a step',
    args: { task: 'TASK-001', path: 's:0', completed: false },
  },
  async run({ completed, force, ...selector }, call) {
    const { target, nowMs } = call;
    return commitStepMove(call, selector, (placed) => {
      const move = completed
        ? closeStep(target, placed, { nowMs, force })
        : reopenStep(target, placed, force);
      if (isRefusal(move)) return move;
      return { ...move, operation: { intent: 'step_progress', undoable: true } };
    });
  },
});
