/** Examples of `tasks_done`. */

import { examplesOf } from '../declaration/examples.ts';
import { PRINCIPAL_SCENE, TASK_SCENE } from './scenes/task-scene.ts';
import { tasksDone } from './tasks-done.ts';

const first = { task: 'TASK-001', path: 's:0' };
const proven = { task: 'TASK-001', path: 's:3' };

export const examples = examplesOf(tasksDone, {
  before: [...TASK_SCENE, { tool: 'tasks_verify', args: { ...first, checkpoints: 'gate' } }],
  refusals: {
    CHECKPOINTS_NOT_CONFIRMED: { title: 'Nothing is confirmed', before: TASK_SCENE, args: first },
    PROOF_REQUIRED: {
      title: 'The step requires proof',
      before: [
        ...PRINCIPAL_SCENE,
        { tool: 'tasks_verify', args: { ...proven, checkpoints: 'gate' } },
      ],
      args: proven,
    },
  },
});
