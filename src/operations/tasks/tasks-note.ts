/** `tasks_note`: records a progress note on a step. */

import { noteStep } from '../../domain/tasks/step-moves.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { step, text } from '../declaration/fields.ts';
import { commitStepMove } from './steps/commit-step-move.ts';

export const tasksNote = defineOperation({
  name: 'tasks_note',
  title: 'Note progress on a step',
  description:
    'Records a progress note on a step. The note is also added to the notes of the task.',
  toolset: 'tasks',
  does: writes().and(changes('task')),
  input: { ...step, note: text.refine((note) => note.trim() !== '', 'must not be blank') },
  example: {
    title: 'Half way',
    args: { task: 'TASK-001', path: 's:0', note: 'The test fails as it should.' },
  },
  async run(input, call) {
    const { target } = call;
    return commitStepMove(call, input, (placed) => noteStep(target, placed, input.note));
  },
});
