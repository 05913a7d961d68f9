/** Examples of `tasks_task_add`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksTaskAdd } from './tasks-task-add.ts';

export const examples = examplesOf(tasksTaskAdd, {
  before: TASK_SCENE,
});
