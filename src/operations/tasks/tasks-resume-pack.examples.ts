/** Examples of `tasks_resume_pack`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksResumePack } from './tasks-resume-pack.ts';

export const examples = examplesOf(tasksResumePack, {
  before: TASK_SCENE,
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: TASK_SCENE,
      args: { target: 'TASK-999' },
    },
  },
});
