/** Examples of `tasks_delete`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksDelete } from './tasks-delete.ts';

export const examples = examplesOf(tasksDelete, {
  before: TASK_SCENE,
  more: [{ title: 'Delete a task', before: TASK_SCENE, args: { task: 'TASK-001' } }],
});
