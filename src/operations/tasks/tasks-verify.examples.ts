/** Examples of `tasks_verify`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksVerify } from './tasks-verify.ts';

export const examples = examplesOf(tasksVerify, {
  before: TASK_SCENE,
});
