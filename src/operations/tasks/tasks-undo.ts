/** `tasks_undo`: undoes the last operation. */

import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { skipField, undoOrRedo } from './steps/undo-or-redo.ts';

export const tasksUndo = defineOperation({
  name: 'tasks_undo',
  title: 'Undo an operation',
  description:
    'Undoes the last undoable operation of a plan or task; an atomic batch counts as one. Refused if a field it changed has changed since. What was deleted since is passed over.',
  toolset: 'tasks',
  does: writes().and(changes('either')),
  input: { skip: skipField },
  refusals: ['CHECKPOINTS_NOT_CONFIRMED', 'CONFLICT'],
  example: { title: 'Undo it', args: { task: 'TASK-001' } },
  run: ({ skip }, call) => undoOrRedo(call, 'undo', skip),
});
