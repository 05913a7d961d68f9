/** Examples of `tasks_edit`. */

import { examplesOf } from '../declaration/examples.ts';
import { CIRCLE_SCENE, TASK_SCENE } from './scenes/task-scene.ts';
import { tasksEdit } from './tasks-edit.ts';

export const examples = examplesOf(tasksEdit, {
  before: TASK_SCENE,
  refusals: {
    CONFLICT: {
      title: 'Each would depend on the other',
      before: CIRCLE_SCENE,
      args: { task: 'TASK-001', depends_on: ['TASK-002'] },
    },
    UNKNOWN_ID: {
      title: 'No such dependency',
      before: TASK_SCENE,
      args: { task: 'TASK-001', depends_on: ['TASK-999'] },
    },
  },
});
