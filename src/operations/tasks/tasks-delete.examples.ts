/** Examples of `tasks_delete`. */

import { examplesOf } from '../examples.ts';
import { TASK_SCENE } from './task-scene.ts';
import { tasksDelete } from './tasks-delete.ts';

export const examples = examplesOf(tasksDelete, {
  before: TASK_SCENE,
  more: [{ title: 'Delete a task', before: TASK_SCENE, args: { task: 'TASK-001' } }],
});
