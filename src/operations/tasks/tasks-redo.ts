/** `tasks_redo`: brings back what was undone. */

import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { shiftHistory } from './steps/shift-history.ts';

export const tasksRedo = defineOperation({
  name: 'tasks_redo',
  title: 'Redo an operation',
  description:
    'Brings back the operation that was undone last; a new undoable operation leaves nothing to redo.',
  toolset: 'tasks',
  does: writes().and(changes('either')),
  input: {},
  refusals: ['CONFLICT'],
  example: { title: 'Bring it back', args: { task: 'TASK-001' } },
  run: (_input, call) => shiftHistory(call, 'redo'),
});
