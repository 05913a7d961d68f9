/** Examples of `tasks_close_step`. */

import { examplesOf } from '../declaration/examples.ts';
import { PRINCIPAL_SCENE, TASK_SCENE } from './scenes/task-scene.ts';
import { tasksCloseStep } from './tasks-close-step.ts';

export const examples = examplesOf(tasksCloseStep, {
  before: TASK_SCENE,
  refusals: {
    CHECKPOINTS_NOT_CONFIRMED: {
      title: 'The tests are not confirmed',
      before: TASK_SCENE,
      args: { task: 'TASK-001', path: 's:0', checkpoints: { criteria: true } },
    },
    PROOF_REQUIRED: {
      title: 'The step requires proof',
      before: PRINCIPAL_SCENE,
      args: { task: 'TASK-001', path: 's:3', checkpoints: 'gate' },
    },
    UNKNOWN_ID: {
      title: 'No such step',
      before: TASK_SCENE,
      args: { task: 'TASK-001', path: 's:7', checkpoints: 'gate' },
    },
  },
});
