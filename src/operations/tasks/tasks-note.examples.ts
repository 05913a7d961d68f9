/** Examples of `tasks_note`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksNote } from './tasks-note.ts';

export const examples = examplesOf(tasksNote, {
  before: TASK_SCENE,
});
