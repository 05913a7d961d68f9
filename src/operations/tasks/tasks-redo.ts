/** `tasks_redo`: brings back what was undone. */

import { defineOperation } from '../define-operation.ts';
import { guardedAim } from '../fields.ts';
import { shiftHistory } from './shift-history.ts';
import { UNDONE_DEPENDENCY_SCENE, UNDONE_SCENE } from './task-scene.ts';

const task = { workspace: 'acme', task: 'TASK-001' };

export const tasksRedo = defineOperation({
  name: 'tasks_redo',
  title: 'Redo an operation',
  description:
    'Brings back the operation that was undone last; a new undoable operation leaves nothing to redo.',
  family: 'tasks',
  effect: 'write',
  aim: 'either',
  input: guardedAim,
  refusals: {
    REVISION_MISMATCH: {
      title: 'The field was changed since',
      before: [...UNDONE_SCENE, { tool: 'tasks_edit', args: { ...task, title: 'Read it all' } }],
      args: task,
    },
    CONFLICT: {
      title: 'Each would wait for the other',
      before: UNDONE_DEPENDENCY_SCENE,
      args: task,
    },
  },
  examples: [{ title: 'Bring it back', before: UNDONE_SCENE, args: task }],
  run: (_input, call) => shiftHistory(call, 'redo'),
});
