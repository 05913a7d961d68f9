/** Examples of `tasks_decompose`. */

import { examplesOf } from '../examples.ts';
import { TASK_SCENE } from './task-scene.ts';
import { tasksDecompose } from './tasks-decompose.ts';

export const examples = examplesOf(tasksDecompose, {
  before: TASK_SCENE,
});
