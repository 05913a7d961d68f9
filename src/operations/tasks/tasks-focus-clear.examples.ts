/** Examples of `tasks_focus_clear`. */

import { examplesOf } from '../examples.ts';
import { FOCUS_SCENE } from './task-scene.ts';
import { tasksFocusClear } from './tasks-focus-clear.ts';

export const examples = examplesOf(tasksFocusClear, {
  before: FOCUS_SCENE,
});
