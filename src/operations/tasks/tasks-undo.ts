/** `tasks_undo`: takes back the last operation. */

import { defineOperation } from '../define-operation.ts';
import { guardedAim } from '../fields.ts';
import { shiftHistory } from './shift-history.ts';
import { DROPPED_DEPENDENCY_SCENE, PATCHED_SCENE } from './task-scene.ts';

const task = { workspace: 'acme', task: 'TASK-001' };

export const tasksUndo = defineOperation({
  name: 'tasks_undo',
  title: 'Undo an operation',
  description:
    'Takes back the last undoable operation of a plan or task, a batch as one; refused where what it changed was changed since.',
  family: 'tasks',
  effect: 'write',
  aim: 'either',
  input: guardedAim,
  refusals: {
    REVISION_MISMATCH: {
      title: 'The field was changed since',
      before: [...PATCHED_SCENE, { tool: 'tasks_edit', args: { ...task, title: 'Read it all' } }],
      args: task,
    },
    CONFLICT: {
      title: 'Each would wait for the other',
      before: DROPPED_DEPENDENCY_SCENE,
      args: task,
    },
  },
  examples: [{ title: 'Take it back', before: PATCHED_SCENE, args: task }],
  run: (_input, call) => shiftHistory(call, 'undo'),
});
