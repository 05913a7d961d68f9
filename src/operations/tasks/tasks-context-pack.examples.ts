/** Examples of `tasks_context_pack`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksContextPack } from './tasks-context-pack.ts';

export const examples = examplesOf(tasksContextPack, {
  before: TASK_SCENE,
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: TASK_SCENE,
      args: { target: 'TASK-999' },
    },
  },
});
