/** `tasks_focus_clear`: no plan or task is meant unless it is named. */

import { answer, defineOperation } from '../define-operation.ts';
import { workspace } from '../fields.ts';
import { moveFocus } from './move-focus.ts';
import { FOCUS_SCENE } from './task-scene.ts';

const acme = { workspace: 'acme' };

export const tasksFocusClear = defineOperation({
  name: 'tasks_focus_clear',
  title: 'Clear the focus',
  description:
    'Takes the plan or task out of the caller’s focus; where none is in focus, nothing changes.',
  family: 'tasks',
  effect: 'write',
  idempotent: true,
  input: { workspace },
  refusals: {},
  examples: [{ title: 'Focus on nothing', before: FOCUS_SCENE, args: acme }],
  async run(_input, call) {
    const { previous } = await moveFocus(call, null);
    return answer({ workspace: call.workspace, focus: null, previous });
  },
});
