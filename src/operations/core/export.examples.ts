/** Examples of `export`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from '../tasks/scenes/task-scene.ts';
import { exportTarget } from './export.ts';

export const examples = examplesOf(exportTarget, {
  before: TASK_SCENE,
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: [{ tool: 'init', args: {} }],
      args: { target: 'TASK-999' },
    },
  },
});
