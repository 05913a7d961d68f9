/** Examples of `tasks_complete`. */

import { examplesOf } from '../declaration/examples.ts';
import { FORCED_SCENE, TASK_SCENE } from './scenes/task-scene.ts';
import { tasksComplete } from './tasks-complete.ts';

export const examples = examplesOf(tasksComplete, {
  before: TASK_SCENE,
  refusals: {
    CHECKPOINTS_NOT_CONFIRMED: {
      title: 'Steps are open',
      before: TASK_SCENE,
      args: { task: 'TASK-001' },
    },
    PROOF_REQUIRED: {
      title: 'A step was forced without its proof',
      before: FORCED_SCENE,
      args: { task: 'TASK-001' },
    },
  },
});
