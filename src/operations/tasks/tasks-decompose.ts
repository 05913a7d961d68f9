/** `tasks_decompose`: adds steps to a task, or below one of its steps. */

import { addSteps } from '../../domain/tasks/add-steps.ts';
import { findStep } from '../../domain/tasks/step-tree.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { step } from '../declaration/fields.ts';
import { commitMoves } from './steps/commit-moves.ts';
import { nextIds } from './steps/next-ids.ts';
import { plainSteps } from './steps/step-fields.ts';
import { taskEventView } from './steps/task-event-view.ts';

export const tasksDecompose = defineOperation({
  name: 'tasks_decompose',
  title: 'Add steps',
  description:
    'Adds steps at the end of a task or, with parent, below that step. Returns their ids and paths.',
  toolset: 'tasks',
  does: writes().and(changes('task')),
  input: { parent: step.path.describe('Path or id of the parent step'), steps: plainSteps },
  example: {
    title: 'One more step',
    args: {
      task: 'TASK-001',
      steps: [{ title: 'Write the changelog', success_criteria: ['It names the exponent'] }],
    },
  },
  async run(input, { tx, target }) {
    const under = input.parent === undefined ? undefined : findStep(target, { path: input.parent });
    if (isRefusal(under)) return under;
    const added = addSteps(target, under, input.steps, (await nextIds(tx)).step);
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
