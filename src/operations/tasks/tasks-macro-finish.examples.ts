/** Examples of `tasks_macro_finish`. */

import { examplesOf } from '../declaration/examples.ts';
import { DONE_STEPS_SCENE, FORCED_SCENE, TASK_SCENE } from './scenes/task-scene.ts';
import { tasksMacroFinish } from './tasks-macro-finish.ts';

export const examples = examplesOf(tasksMacroFinish, {
  before: DONE_STEPS_SCENE,
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
