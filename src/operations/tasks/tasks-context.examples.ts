/** Examples of `tasks_context`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksContext } from './tasks-context.ts';

export const examples = examplesOf(tasksContext, {
  before: TASK_SCENE,
  more: [
    {
      title: 'By text and status',
      before: TASK_SCENE,
      args: { text: 'exponents', status: 'TODO' },
    },
  ],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such plan',
      before: TASK_SCENE,
      args: { plan: 'PLAN-999' },
    },
  },
});
