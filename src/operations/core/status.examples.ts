/** Examples of `status`. */

import { examplesOf } from '../declaration/examples.ts';
import { FOCUS_SCENE, TASK_SCENE } from '../tasks/scenes/task-scene.ts';
import { status } from './status.ts';

export const examples = examplesOf(status, {
  more: [
    {
      title: 'After a note',
      before: [{ tool: 'notes_commit', args: { content: 'Use WAL mode.' } }],
      args: {},
    },
    { title: 'With a task in focus', before: FOCUS_SCENE, args: {} },
    { title: 'With tasks, and none in focus', before: TASK_SCENE, args: {} },
  ],
});
