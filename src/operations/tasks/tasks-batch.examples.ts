/** Examples of `tasks_batch`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksBatch } from './tasks-batch.ts';

export const examples = examplesOf(tasksBatch, {
  before: TASK_SCENE,
  refusals: {
    BATCH_FAILED: {
      title: 'The second one fails, so the first is undone',
      before: TASK_SCENE,
      args: {
        atomic: true,
        operations: [
          { tool: 'tasks_block', args: { task: 'TASK-001', path: 's:0' } },
          { tool: 'tasks_progress', args: { task: 'TASK-001', path: 's:1' } },
        ],
      },
    },
  },
});
