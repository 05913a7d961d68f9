/** Examples of `diagnostics`. */

import { examplesOf } from '../declaration/examples.ts';
import { FOCUS_SCENE } from '../tasks/scenes/task-scene.ts';
import { diagnostics } from './diagnostics.ts';

export const examples = examplesOf(diagnostics, {
  before: [{ tool: 'init', args: {} }],
  more: [{ title: 'The task in focus', before: FOCUS_SCENE, args: {} }],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: [{ tool: 'init', args: {} }],
      args: { target: 'TASK-999' },
    },
  },
});
