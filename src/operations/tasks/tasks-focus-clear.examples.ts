/** Examples of `tasks_focus_clear`. */

import { examplesOf } from '../declaration/examples.ts';
import { FOCUS_SCENE } from './scenes/task-scene.ts';
import { tasksFocusClear } from './tasks-focus-clear.ts';

export const examples = examplesOf(tasksFocusClear, {
  before: FOCUS_SCENE,
});
