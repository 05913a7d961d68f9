/** Examples of `tasks_radar`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksRadar } from './tasks-radar.ts';

export const examples = examplesOf(tasksRadar, {
  before: TASK_SCENE,
  more: [{ title: 'A plan', before: TASK_SCENE, args: { plan: 'PLAN-001' } }],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: TASK_SCENE,
      args: { target: 'TASK-999' },
    },
  },
});
