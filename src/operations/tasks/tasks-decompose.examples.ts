/** Examples of `tasks_decompose`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksDecompose } from './tasks-decompose.ts';

export const examples = examplesOf(tasksDecompose, {
  before: TASK_SCENE,
});
