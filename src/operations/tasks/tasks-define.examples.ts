/** Examples of `tasks_define`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksDefine } from './tasks-define.ts';

export const examples = examplesOf(tasksDefine, {
  before: TASK_SCENE,
});
