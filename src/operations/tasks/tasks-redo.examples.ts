/** Examples of `tasks_redo`. */

import { examplesOf } from '../declaration/examples.ts';
import {
  CLOSED_UNDONE_SCENE,
  UNDONE_DEPENDENCY_SCENE,
  UNDONE_SCENE,
  WITHDRAWN,
} from './scenes/task-scene.ts';
import { tasksRedo } from './tasks-redo.ts';

const task = { task: 'TASK-001' };

export const examples = examplesOf(tasksRedo, {
  before: UNDONE_SCENE,
  refusals: {
    REVISION_MISMATCH: {
      title: 'The field was changed since',
      before: [...UNDONE_SCENE, { tool: 'tasks_edit', args: { ...task, title: 'Read it all' } }],
      args: task,
    },
    CHECKPOINTS_NOT_CONFIRMED: {
      title: 'The tests of the step are not confirmed any more',
      before: [...CLOSED_UNDONE_SCENE, WITHDRAWN],
      args: task,
    },
    CONFLICT: {
      title: 'Each would depend on the other',
      before: UNDONE_DEPENDENCY_SCENE,
      args: task,
    },
  },
});
