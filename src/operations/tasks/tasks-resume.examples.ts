/** Examples of `tasks_resume`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksResume } from './tasks-resume.ts';

export const examples = examplesOf(tasksResume, {
  before: TASK_SCENE,
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: TASK_SCENE,
      args: { target: 'TASK-999' },
    },
  },
});
