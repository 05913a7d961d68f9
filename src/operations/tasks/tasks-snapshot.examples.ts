/** Examples of `tasks_snapshot`. */

import { examplesOf } from '../declaration/examples.ts';
import { FOCUS_SCENE, TASK_SCENE } from './scenes/task-scene.ts';
import { tasksSnapshot } from './tasks-snapshot.ts';

export const examples = examplesOf(tasksSnapshot, {
  before: FOCUS_SCENE,
  more: [
    {
      title: 'Another one, which comes into focus',
      before: FOCUS_SCENE,
      args: { target: 'PLAN-001' },
    },
    {
      title: 'After a decision',
      before: [
        ...FOCUS_SCENE,
        {
          tool: 'think_add_decision',
          args: { card: { title: 'Read the exponent after the digits' } },
        },
      ],
      args: {},
    },
  ],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: TASK_SCENE,
      args: { target: 'TASK-999' },
    },
  },
});
