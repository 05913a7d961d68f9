/** Examples of `tasks_progress`. */

import { examplesOf } from '../declaration/examples.ts';
import { PRINCIPAL_SCENE, TASK_SCENE } from './scenes/task-scene.ts';
import { tasksProgress } from './tasks-progress.ts';

const first = { task: 'TASK-001', path: 's:0', completed: true };
const proven = { task: 'TASK-001', path: 's:3' };

export const examples = examplesOf(tasksProgress, {
  before: [...TASK_SCENE, { tool: 'tasks_progress', args: { ...first, force: true } }],
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
