/** Examples of `tasks_define`. */

import { examplesOf } from '../examples.ts';
import { TASK_SCENE } from './task-scene.ts';
import { tasksDefine } from './tasks-define.ts';

export const examples = examplesOf(tasksDefine, {
  before: TASK_SCENE,
});
