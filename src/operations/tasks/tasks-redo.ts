/** `tasks_redo`: redoes the operation that was undone last. */

import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { skipField, undoOrRedo } from './steps/undo-or-redo.ts';

export const tasksRedo = defineOperation({
  name: 'tasks_redo',
  title: 'Redo an operation',
  description:
    'Redoes the operation that was undone last. A step is closed again only if its gate is open. After a new undoable operation there is nothing to redo.',
  toolset: 'tasks',
  does: writes().and(changes('either')),
  input: { skip: skipField },
  refusals: ['CHECKPOINTS_NOT_CONFIRMED', 'CONFLICT'],
  example: { title: 'Redo it', args: { task: 'TASK-001' } },
  run: ({ skip }, call) => undoOrRedo(call, 'redo', skip),
});
