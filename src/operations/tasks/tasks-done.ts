/** `tasks_done`: closes a step whose checkpoints are confirmed. */

import { closeStep } from '../../domain/tasks/step-moves.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { step } from '../declaration/fields.ts';
import { moveStep } from './steps/move-step.ts';

export const tasksDone = defineOperation({
  name: 'tasks_done',
  title: 'Close a step',
  description:
    'Closes a step whose required checkpoints are confirmed and whose required proof is there.',
  toolset: 'tasks',
  does: writes().and(changes('task')),
  input: step,
  refusals: ['CHECKPOINTS_NOT_CONFIRMED', 'PROOF_REQUIRED'],
  example: { title: 'Close a verified step', args: { task: 'TASK-001', path: 's:0' } },
  async run(input, call) {
    const { target, nowMs } = call;
    return moveStep(call, input, (placed) => closeStep(target, placed, { nowMs }));
  },
});
