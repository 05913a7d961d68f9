/** `tasks_focus_clear`: clears the focus of the caller. */

import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { moveFocus } from './steps/move-focus.ts';

export const tasksFocusClear = defineOperation({
  name: 'tasks_focus_clear',
  title: 'Clear the focus',
  description: 'Clears the caller’s focus. Changes nothing if no plan or task is in focus.',
  toolset: 'tasks',
  does: writes({ idempotent: true }),
  input: {},
  example: { title: 'Clear the focus', args: {} },
  async run(_input, call) {
    const { previous } = await moveFocus(call, null);
    return answer({ workspace: call.workspace, focus: null, previous });
  },
});
