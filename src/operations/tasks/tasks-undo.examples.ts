/** Examples of `tasks_undo`. */

import { examplesOf } from '../declaration/examples.ts';
import {
  DROPPED_DEPENDENCY_SCENE,
  PATCHED_SCENE,
  REOPENED_SCENE,
  WITHDRAWN,
} from './scenes/task-scene.ts';
import { tasksUndo } from './tasks-undo.ts';

const task = { task: 'TASK-001' };

export const examples = examplesOf(tasksUndo, {
  before: PATCHED_SCENE,
  refusals: {
    REVISION_MISMATCH: {
      title: 'The field was changed since',
      before: [...PATCHED_SCENE, { tool: 'tasks_edit', args: { ...task, title: 'Read it all' } }],
      args: task,
    },
    CHECKPOINTS_NOT_CONFIRMED: {
      title: 'The step was reopened, and its tests are not confirmed any more',
      before: [...REOPENED_SCENE, WITHDRAWN],
      args: task,
    },
    CONFLICT: {
      title: 'Each would depend on the other',
      before: DROPPED_DEPENDENCY_SCENE,
      args: task,
    },
  },
});
