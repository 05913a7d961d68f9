/** Examples of `tasks_delta`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksDelta } from './tasks-delta.ts';

export const examples = examplesOf(tasksDelta, {
  before: TASK_SCENE,
  more: [
    {
      title: 'Since an event',
      before: TASK_SCENE,
      args: { since: 'evt_0000000000000007' },
    },
  ],
});
