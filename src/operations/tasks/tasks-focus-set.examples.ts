/** Examples of `tasks_focus_set`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksFocusSet } from './tasks-focus-set.ts';

export const examples = examplesOf(tasksFocusSet, {
  before: TASK_SCENE,
});
