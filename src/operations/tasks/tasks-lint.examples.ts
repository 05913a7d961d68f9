/** Examples of `tasks_lint`. */

import { examplesOf } from '../declaration/examples.ts';
import { FOCUS_SCENE, TASK_SCENE } from './scenes/task-scene.ts';
import { tasksLint } from './tasks-lint.ts';

export const examples = examplesOf(tasksLint, {
  before: FOCUS_SCENE,
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: TASK_SCENE,
      args: { target: 'TASK-999' },
    },
  },
});
