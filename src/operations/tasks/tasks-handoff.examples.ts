/** Examples of `tasks_handoff`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksHandoff } from './tasks-handoff.ts';

export const examples = examplesOf(tasksHandoff, {
  before: TASK_SCENE,
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: TASK_SCENE,
      args: { target: 'TASK-999' },
    },
  },
});
