/** `tasks_verify`: confirms checkpoints of a step, or takes confirmations back. */

import { readMentions } from '../../domain/tasks/checkpoints.ts';
import { verifyStep } from '../../domain/tasks/step-moves.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineOperation } from '../define-operation.ts';
import { guardedAim, step } from '../fields.ts';
import { moveStep } from './move-step.ts';
import { checkpoints } from './step-fields.ts';
import { TASK_SCENE } from './task-scene.ts';

const acme = { workspace: 'acme' };

export const tasksVerify = defineOperation({
  name: 'tasks_verify',
  title: 'Confirm checkpoints',
  description:
    'Confirms checkpoints of a step, or takes a confirmation back with false. The step stays open.',
  family: 'tasks',
  effect: 'write',
  aim: 'task',
  input: { ...guardedAim, ...step, checkpoints },
  refusals: {},
  examples: [
    {
      title: 'The tests pass',
      before: TASK_SCENE,
      args: { ...acme, task: 'TASK-001', path: 's:0', checkpoints: { tests: true } },
    },
  ],
  async run(input, call) {
    const mentions = readMentions(input.checkpoints);
    if (isRefusal(mentions)) return mentions;
    return moveStep(call, input, (placed) => verifyStep(call.target, placed, mentions));
  },
});
