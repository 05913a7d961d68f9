/** `tasks_focus_set`: which plan or task is meant when none is named. */

import { refuse } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { aim } from '../fields.ts';
import { namedTarget } from '../named-target.ts';
import { moveFocus } from './move-focus.ts';
import { TASK_SCENE } from './task-scene.ts';

const acme = { workspace: 'acme' };

export const tasksFocusSet = defineOperation({
  name: 'tasks_focus_set',
  title: 'Set the focus',
  description:
    'Puts a plan or task into the caller’s focus: its calls that name none then mean it. Answers the previous focus.',
  family: 'tasks',
  effect: 'write',
  idempotent: true,
  aim: 'either',
  input: aim,
  refusals: {},
  examples: [
    { title: 'Work on a task', before: TASK_SCENE, args: { ...acme, target: 'TASK-001' } },
  ],
  async run(input, call) {
    const { target, workspace: id } = call;
    if (namedTarget(input) === undefined) {
      return refuse('INVALID_INPUT', 'target: required');
    }
    const { previous } = await moveFocus(call, target.root.id);
    return answer({ workspace: id, focus: target.root.id, previous });
  },
});
