/** Examples of `tasks_history`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksHistory } from './tasks-history.ts';

export const examples = examplesOf(tasksHistory, {
  before: [
    ...TASK_SCENE,
    {
      tool: 'tasks_block',
      args: { task: 'TASK-001', path: 's:0', reason: 'CI is down' },
    },
  ],
});
