/** `tasks_redo`: redoes the operation that was undone last. */

import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { undoOrRedo } from './steps/undo-or-redo.ts';

export const tasksRedo = defineOperation({
  name: 'tasks_redo',
  title: 'Redo an operation',
  description:
    'Redoes the operation that was undone last. After a new undoable operation there is nothing to redo.',
  toolset: 'tasks',
  does: writes().and(changes('either')),
  input: {},
  refusals: ['CONFLICT'],
  example: { title: 'Redo it', args: { task: 'TASK-001' } },
  run: (_input, call) => undoOrRedo(call, 'redo'),
});
