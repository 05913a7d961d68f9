/** Examples of `tasks_patch`. */

import { examplesOf } from '../declaration/examples.ts';
import { CIRCLE_SCENE, TASK_SCENE } from './scenes/task-scene.ts';
import { tasksPatch } from './tasks-patch.ts';

export const examples = examplesOf(tasksPatch, {
  before: TASK_SCENE,
  refusals: {
    CONFLICT: {
      title: 'Each would depend on the other',
      before: CIRCLE_SCENE,
      args: {
        task: 'TASK-001',
        ops: [{ op: 'append', field: 'depends_on', value: 'TASK-002' }],
      },
    },
    UNKNOWN_ID: {
      title: 'No such step',
      before: TASK_SCENE,
      args: {
        task: 'TASK-001',
        kind: 'step',
        path: 's:7',
        ops: [{ op: 'set', field: 'title', value: 'X' }],
      },
    },
  },
});
