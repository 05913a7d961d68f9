/** `tasks_undo`: takes back the last operation. */

import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { shiftHistory } from './steps/shift-history.ts';

export const tasksUndo = defineOperation({
  name: 'tasks_undo',
  title: 'Undo an operation',
  description:
    'Takes back the last undoable operation of a plan or task, a batch as one; refused where what it changed was changed since.',
  toolset: 'tasks',
  does: writes().and(changes('either')),
  input: {},
  refusals: ['CONFLICT'],
  example: { title: 'Take it back', args: { task: 'TASK-001' } },
  run: (_input, call) => shiftHistory(call, 'undo'),
});
