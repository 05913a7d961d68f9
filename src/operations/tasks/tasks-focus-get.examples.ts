/** Examples of `tasks_focus_get`. */

import { examplesOf } from '../declaration/examples.ts';
import { FOCUS_SCENE } from './scenes/task-scene.ts';
import { tasksFocusGet } from './tasks-focus-get.ts';

export const examples = examplesOf(tasksFocusGet, {
  before: FOCUS_SCENE,
});
