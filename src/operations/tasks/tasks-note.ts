/** `tasks_note`: what happened on a step, in the words of whoever did it. */

import { noteStep } from '../../domain/tasks/step-moves.ts';
import { defineOperation } from '../define-operation.ts';
import { guardedAim, step, text } from '../fields.ts';
import { moveStep } from './move-step.ts';
import { TASK_SCENE } from './task-scene.ts';

const acme = { workspace: 'acme' };

export const tasksNote = defineOperation({
  name: 'tasks_note',
  title: 'Note progress on a step',
  description: 'Records a progress note on a step; it is also an entry of the notes of the task.',
  family: 'tasks',
  effect: 'write',
  aim: 'task',
  input: {
    ...guardedAim,
    ...step,
    note: text.refine((note) => note.trim() !== '', 'must not be blank'),
  },
  refusals: {},
  examples: [
    {
      title: 'Half way',
      before: TASK_SCENE,
      args: { ...acme, task: 'TASK-001', path: 's:0', note: 'The test fails as it should.' },
    },
  ],
  async run(input, call) {
    const { target } = call;
    return moveStep(call, input, (placed) => noteStep(target, placed, input.note));
  },
});
