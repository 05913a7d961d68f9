/** Examples of `tasks_create`. */

import { examplesOf } from '../declaration/examples.ts';
import { PLAN_SCENE } from './scenes/task-scene.ts';
import { tasksCreate } from './tasks-create.ts';

export const examples = examplesOf(tasksCreate, {
  more: [
    {
      title: 'A task with a step',
      before: PLAN_SCENE,
      args: {
        parent: 'PLAN-001',
        title: 'Read numbers',
        steps: [
          { title: 'Read the exponent', success_criteria: ['1e3 is 1000'], tests: ['npm test'] },
        ],
      },
    },
  ],
  refusals: {
    UNKNOWN_ID: { title: 'No such plan', args: { parent: 'PLAN-999', title: 'Read' } },
  },
});
