/** `tasks_focus_clear`: no plan or task is meant unless it is named. */

import { focusOn } from '../../domain/workspace/focus.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { workspace } from '../fields.ts';
import { FOCUS_SCENE } from './task-scene.ts';

const acme = { workspace: 'acme' };

export const tasksFocusClear = defineOperation({
  name: 'tasks_focus_clear',
  title: 'Clear the focus',
  description: 'Takes the plan or task out of focus; where none is in focus, nothing changes.',
  family: 'tasks',
  effect: 'write',
  idempotent: true,
  input: { workspace },
  refusals: {},
  examples: [{ title: 'Focus on nothing', before: FOCUS_SCENE, args: acme }],
  async run(_input, { tx, workspace: id }) {
    const previous = (await tx.state())?.focus ?? null;
    await tx.append(focusOn(previous, null));
    return answer({ workspace: id, focus: null, previous });
  },
});
