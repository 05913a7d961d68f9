/** Examples of `recall`. */

import { examplesOf } from '../declaration/examples.ts';
import { FOCUS_SCENE } from '../tasks/scenes/task-scene.ts';
import { recall } from './recall.ts';

export const examples = examplesOf(recall, {
  before: FOCUS_SCENE,
  more: [
    {
      title: 'A task with what is around it',
      before: FOCUS_SCENE,
      args: { id: 'TASK-001' },
    },
  ],
  refusals: {
    UNKNOWN_ID: { title: 'Nothing has the id', before: FOCUS_SCENE, args: { id: 'TASK-404' } },
  },
});
