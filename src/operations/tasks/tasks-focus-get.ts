/** `tasks_focus_get`: which plan or task is meant when none is named. */

import { omit } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { budget, workspace } from '../fields.ts';
import { FOCUS_SCENE } from './task-scene.ts';

const acme = { workspace: 'acme' };

export const tasksFocusGet = defineOperation({
  name: 'tasks_focus_get',
  title: 'Get the focus',
  description: 'The plan or task that calls of this workspace mean when they name none, or null.',
  family: 'tasks',
  effect: 'read',
  input: { workspace, ...budget },
  refusals: {},
  examples: [{ title: 'What is in focus', before: FOCUS_SCENE, args: acme }],
  trims: [omit('workspace')],
  async run(_input, { tx, workspace: id }) {
    return answer({ workspace: id, focus: (await tx.state())?.focus ?? null });
  },
});
