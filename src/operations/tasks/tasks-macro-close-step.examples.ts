/** Examples of `tasks_macro_close_step`. */

import { examplesOf } from '../declaration/examples.ts';
import { EVIDENCED_SCENE, FOCUS_SCENE, PRINCIPAL_SCENE } from './scenes/task-scene.ts';
import { tasksMacroCloseStep } from './tasks-macro-close-step.ts';

export const examples = examplesOf(tasksMacroCloseStep, {
  before: FOCUS_SCENE,
  more: [
    {
      title: 'The first open step of the task in focus, without proof',
      before: FOCUS_SCENE,
      args: {},
    },
  ],
  refusals: {
    CHECKPOINTS_NOT_CONFIRMED: {
      title: 'Evidence for security was captured, so security is required',
      before: EVIDENCED_SCENE,
      args: { task: 'TASK-001' },
    },
    PROOF_REQUIRED: {
      title: 'The step requires proof',
      before: PRINCIPAL_SCENE,
      args: { task: 'TASK-001', path: 's:3' },
    },
    UNKNOWN_ID: {
      title: 'No such step',
      before: FOCUS_SCENE,
      args: { path: 's:7' },
    },
  },
});
