/** Examples of `tasks_block`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksBlock } from './tasks-block.ts';

export const examples = examplesOf(tasksBlock, {
  before: TASK_SCENE,
});
