/** Examples of `tasks_scaffold`. */

import { examplesOf } from '../declaration/examples.ts';
import { PLAN_SCENE } from './scenes/task-scene.ts';
import { tasksScaffold } from './tasks-scaffold.ts';

export const examples = examplesOf(tasksScaffold, {
  more: [
    {
      title: 'A principal task',
      before: PLAN_SCENE,
      args: { template: 'principal-task', title: 'Read numbers', parent: 'PLAN-001' },
    },
  ],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such template',
      args: { template: 'basik-plan', title: 'X' },
    },
  },
});
