/** Examples of `tasks_close_task`. */

import { examplesOf } from '../declaration/examples.ts';
import { CIRCLE_SCENE, DONE_STEPS_SCENE, FORCED_SCENE, TASK_SCENE } from './scenes/task-scene.ts';
import { tasksCloseTask } from './tasks-close-task.ts';

export const examples = examplesOf(tasksCloseTask, {
  before: DONE_STEPS_SCENE,
  more: [
    {
      title: 'Close it',
      before: DONE_STEPS_SCENE,
      args: { task: 'TASK-001', apply: true },
    },
  ],
  refusals: {
    CHECKPOINTS_NOT_CONFIRMED: {
      title: 'Steps are open',
      before: TASK_SCENE,
      args: { task: 'TASK-001', apply: true },
    },
    PROOF_REQUIRED: {
      title: 'A step was forced without its proof',
      before: FORCED_SCENE,
      args: { task: 'TASK-001', apply: true },
    },
    CONFLICT: {
      title: 'Each would depend on the other',
      before: [
        ...CIRCLE_SCENE,
        ...['s:0', 's:1'].map((path) => ({
          tool: 'tasks_close_step',
          args: { task: 'TASK-001', path, checkpoints: 'gate' },
        })),
      ],
      args: {
        task: 'TASK-001',
        apply: true,
        patches: [{ ops: [{ op: 'append', field: 'depends_on', value: 'TASK-002' }] }],
      },
    },
  },
});
