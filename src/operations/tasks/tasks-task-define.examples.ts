/** Examples of `tasks_task_define`. */

import { examplesOf } from '../examples.ts';
import { NODE_SCENE } from './task-scene.ts';
import { tasksTaskDefine } from './tasks-task-define.ts';

export const examples = examplesOf(tasksTaskDefine, {
  before: NODE_SCENE,
});
