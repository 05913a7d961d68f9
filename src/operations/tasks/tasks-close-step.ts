/** `tasks_close_step`: confirms checkpoints and closes a step, both or neither. */

import { readMentions } from '../../domain/tasks/checkpoints.ts';
import { verifyAndClose } from '../../domain/tasks/step-moves.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineOperation } from '../define-operation.ts';
import { guardedAim, step } from '../fields.ts';
import { moveStep } from './move-step.ts';
import { checkpoints } from './step-fields.ts';
import { PRINCIPAL_SCENE, TASK_SCENE } from './task-scene.ts';

const acme = { workspace: 'acme' };

export const tasksCloseStep = defineOperation({
  name: 'tasks_close_step',
  title: 'Confirm and close a step',
  description:
    'Confirms checkpoints and closes a step in one transaction. Refused while a required checkpoint or proof is missing.',
  family: 'tasks',
  effect: 'write',
  aim: 'task',
  input: { ...guardedAim, ...step, checkpoints },
  refusals: {
    CHECKPOINTS_NOT_CONFIRMED: {
      title: 'The tests are not confirmed',
      before: TASK_SCENE,
      args: { ...acme, task: 'TASK-001', path: 's:0', checkpoints: { criteria: true } },
    },
    PROOF_REQUIRED: {
      title: 'The step wants proof',
      before: PRINCIPAL_SCENE,
      args: { ...acme, task: 'TASK-001', path: 's:3', checkpoints: 'gate' },
    },
    UNKNOWN_ID: {
      title: 'No such step',
      before: TASK_SCENE,
      args: { ...acme, task: 'TASK-001', path: 's:7', checkpoints: 'gate' },
    },
  },
  examples: [
    {
      title: 'Close the first step',
      before: TASK_SCENE,
      args: { ...acme, task: 'TASK-001', path: 's:0', checkpoints: 'gate' },
    },
  ],
  async run(input, call) {
    const mentions = readMentions(input.checkpoints);
    if (isRefusal(mentions)) return mentions;
    return moveStep(call, input, (placed) =>
      verifyAndClose(call.target, placed, mentions, call.nowMs),
    );
  },
});
