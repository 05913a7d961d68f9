/** `tasks_handoff`: the report at the end of a shift. */

import { answer, defineOperation } from '../define-operation.ts';
import { aim, budget, limit } from '../fields.ts';
import { HANDOFF_ITEMS, handoffView } from './handoff-view.ts';
import { HANDOFF_TRIMS } from './radar-trims.ts';
import { readOnlyAnyway } from './resume-fields.ts';
import { TASK_SCENE } from './task-scene.ts';

const acme = { workspace: 'acme' };

export const tasksHandoff = defineOperation({
  name: 'tasks_handoff',
  title: 'Hand a task over',
  description:
    'What is done, what remains and what may go wrong with a plan or task, each up to limit entries with its total, and the radar.',
  family: 'tasks',
  effect: 'read',
  aim: 'either',
  input: { ...aim, limit: limit(HANDOFF_ITEMS, 200), read_only: readOnlyAnyway, ...budget },
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: TASK_SCENE,
      args: { ...acme, target: 'TASK-999' },
    },
  },
  examples: [{ title: 'A task', before: TASK_SCENE, args: { ...acme, task: 'TASK-001' } }],
  trims: HANDOFF_TRIMS,
  async run(input, call) {
    return answer(await handoffView(call, call.target, input.limit));
  },
});
