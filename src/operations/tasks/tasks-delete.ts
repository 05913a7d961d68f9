/** `tasks_delete`: deletes a plan, a task or a step, with everything below it. */

import { deleteStep } from '../../domain/tasks/step-moves.ts';
import { isRefusal, refuse } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { aimFieldsFor, step } from '../declaration/fields.ts';
import { namedTarget } from '../steps/named-target.ts';
import { commitStepMove } from './steps/commit-step-move.ts';
import { deleteTarget } from './steps/delete-target.ts';
import { taskEventView } from './steps/task-event-view.ts';

export const tasksDelete = defineOperation({
  name: 'tasks_delete',
  title: 'Delete a plan, task or step',
  description:
    'Deletes a step with everything below it, or a whole plan or task; the tasks of a plan are deleted with it. Notes and reasoning stay readable.',
  toolset: 'tasks',
  does: writes({ destructive: true }).and(
    changes('either', aimFieldsFor('Required, except for a step: there the focus')),
  ),
  input: step,
  example: { title: 'Delete a step', args: { task: 'TASK-001', path: 's:1' } },
  async run(input, call) {
    const { tx, target } = call;
    if (input.step_id !== undefined || input.path !== undefined) {
      return commitStepMove(call, input, (placed) => deleteStep(target, placed));
    }
    if (namedTarget(input) === undefined) {
      return refuse(
        'INVALID_INPUT',
        'target: required, since the focus is never deleted implicitly',
        {
          recovery: `Send target=${target.root.id} to delete the target in focus.`,
        },
      );
    }
    const events = await deleteTarget(tx, target);
    if (isRefusal(events)) return events;
    const { id, kind } = target.root;
    const last = events.at(-1);
    return answer({
      id,
      kind,
      deleted: true,
      tasks_deleted: events.length - (kind === 'plan' ? 1 : 0),
      event: last ? taskEventView(last) : null,
    });
  },
});
