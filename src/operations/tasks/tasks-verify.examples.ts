/** Examples of `tasks_verify`. */

import { examplesOf } from '../examples.ts';
import { TASK_SCENE } from './task-scene.ts';
import { tasksVerify } from './tasks-verify.ts';

export const examples = examplesOf(tasksVerify, {
  before: TASK_SCENE,
});
