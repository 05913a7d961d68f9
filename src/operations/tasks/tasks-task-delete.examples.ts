/** Examples of `tasks_task_delete`. */

import { examplesOf } from '../declaration/examples.ts';
import { NODE_SCENE } from './scenes/task-scene.ts';
import { tasksTaskDelete } from './tasks-task-delete.ts';

export const examples = examplesOf(tasksTaskDelete, {
  before: NODE_SCENE,
});
