/** `tasks_done`: closes a step whose checkpoints are confirmed. */

import { closeStep } from '../../domain/tasks/step-moves.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { step } from '../declaration/fields.ts';
import { commitStepMove } from './steps/commit-step-move.ts';

export const tasksDone = defineOperation({
  name: 'tasks_done',
  title: 'Close a step',
  description:
    'Closes a step. Refused while a required checkpoint is not confirmed or required proof is missing.',
  toolset: 'tasks',
  does: writes().and(changes('task')),
  input: step,
  refusals: ['CHECKPOINTS_NOT_CONFIRMED', 'PROOF_REQUIRED'],
  example: { title: 'Close a verified step', args: { task: 'TASK-001', path: 's:0' } },
  async run(input, call) {
    const { target, nowMs } = call;
    return commitStepMove(call, input, (placed) => closeStep(target, placed, { nowMs }));
  },
});
