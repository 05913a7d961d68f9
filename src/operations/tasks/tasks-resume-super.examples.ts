/** Examples of `tasks_resume_super`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksResumeSuper } from './tasks-resume-super.ts';

export const examples = examplesOf(tasksResumeSuper, {
  before: TASK_SCENE,
  more: [
    {
      title: 'As much as fits',
      before: TASK_SCENE,
      args: { task: 'TASK-001', graph_diff: true, max_chars: 2500 },
    },
  ],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: TASK_SCENE,
      args: { target: 'TASK-999' },
    },
  },
});
