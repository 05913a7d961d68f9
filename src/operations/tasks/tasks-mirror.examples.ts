/** Examples of `tasks_mirror`. */

import { examplesOf } from '../declaration/examples.ts';
import { PLAN_SCENE, TASK_SCENE } from './scenes/task-scene.ts';
import { tasksMirror } from './tasks-mirror.ts';

export const examples = examplesOf(tasksMirror, {
  before: TASK_SCENE,
  more: [
    {
      title: 'A step with its evidence',
      before: [
        ...TASK_SCENE,
        {
          tool: 'tasks_evidence_capture',
          args: {
            task: 'TASK-001',
            path: 's:0',
            checks: ['CMD: npm test, 1 failed as it should'],
            checkpoint: 'tests',
          },
        },
      ],
      args: { task: 'TASK-001', path: 's:0' },
    },
    { title: 'A plan', before: PLAN_SCENE, args: { plan: 'PLAN-001' } },
  ],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such step',
      before: TASK_SCENE,
      args: { task: 'TASK-001', path: 's:7' },
    },
  },
});
