/** `tasks_focus_set`: sets the focus of the caller. */

import { refuse } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { aims, writes } from '../declaration/facets.ts';
import { aimFieldsFor } from '../declaration/fields.ts';
import { namedTarget } from '../steps/named-target.ts';
import { moveFocus } from './steps/move-focus.ts';

export const tasksFocusSet = defineOperation({
  name: 'tasks_focus_set',
  title: 'Set the focus',
  description:
    'Sets the caller’s focus to a plan or task: its calls that name no target then use it. Returns the previous focus.',
  toolset: 'tasks',
  does: writes({ idempotent: true }).and(aims('either', aimFieldsFor('Required'))),
  input: {},
  example: { title: 'Work on a task', args: { target: 'TASK-001' } },
  async run(input, call) {
    const { target, workspace: id } = call;
    if (namedTarget(input) === undefined) {
      return refuse('INVALID_INPUT', 'target: required');
    }
    const { previous } = await moveFocus(call, target.root.id);
    return answer({ workspace: id, focus: target.root.id, previous });
  },
});
