/** `tasks_decompose`: adds steps to a task, or under one of its steps. */

import { addSteps } from '../../domain/tasks/add-steps.ts';
import { findStep } from '../../domain/tasks/step-tree.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { guardedAim, step } from '../fields.ts';
import { commitMoves } from './commit-moves.ts';
import { numbering } from './numbering.ts';
import { plainSteps } from './step-fields.ts';
import { TASK_SCENE } from './task-scene.ts';
import { taskEventView } from './task-views.ts';

const acme = { workspace: 'acme' };

export const tasksDecompose = defineOperation({
  name: 'tasks_decompose',
  title: 'Add steps',
  description:
    'Appends steps to a task, or with parent under that step. Answers their ids and paths.',
  family: 'tasks',
  effect: 'write',
  aim: 'task',
  input: { ...guardedAim, parent: step.path.describe('Path of the step above'), steps: plainSteps },
  refusals: {},
  examples: [
    {
      title: 'One more step',
      before: TASK_SCENE,
      args: {
        ...acme,
        task: 'TASK-001',
        steps: [{ title: 'Write the changelog', success_criteria: ['It names the exponent'] }],
      },
    },
  ],
  async run(input, { tx, target }) {
    const under = input.parent === undefined ? undefined : findStep(target, { path: input.parent });
    if (isRefusal(under)) return under;
    const added = addSteps(target, under, input.steps, (await numbering(tx)).step);
    if (isRefusal(added)) return added;
    const committed = await commitMoves(tx, target, [added.move]);
    if (isRefusal(committed)) return committed;
    const [event] = committed.events;
    return answer({
      task: target.root.id,
      revision: added.move.after.revision,
      steps: added.steps,
      event: event ? taskEventView(event) : null,
    });
  },
});
