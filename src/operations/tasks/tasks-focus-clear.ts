/** `tasks_focus_clear`: no plan or task is meant unless it is named. */

import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { moveFocus } from './steps/move-focus.ts';

export const tasksFocusClear = defineOperation({
  name: 'tasks_focus_clear',
  title: 'Clear the focus',
  description:
    'Takes the plan or task out of the caller’s focus; where none is in focus, nothing changes.',
  toolset: 'tasks',
  does: writes({ idempotent: true }),
  input: {},
  example: { title: 'Focus on nothing', args: {} },
  async run(_input, call) {
    const { previous } = await moveFocus(call, null);
    return answer({ workspace: call.workspace, focus: null, previous });
  },
});
