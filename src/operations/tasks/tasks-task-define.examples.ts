/** Examples of `tasks_task_define`. */

import { examplesOf } from '../declaration/examples.ts';
import { NODE_SCENE } from './scenes/task-scene.ts';
import { tasksTaskDefine } from './tasks-task-define.ts';

export const examples = examplesOf(tasksTaskDefine, {
  before: NODE_SCENE,
});
