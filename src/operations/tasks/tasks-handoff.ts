/** `tasks_handoff`: reports what the next agent needs to take over a plan or task. */

import { answer, defineOperation } from '../declaration/define-operation.ts';
import { aims, reads } from '../declaration/facets.ts';
import { limit } from '../declaration/fields.ts';
import { HANDOFF_TRIMS } from './steps/radar-trims.ts';
import { HANDOFF_ITEMS, readHandoff } from './steps/read-handoff.ts';
import { readOnlyIgnored } from './steps/resume-fields.ts';

export const tasksHandoff = defineOperation({
  name: 'tasks_handoff',
  title: 'Hand a task over',
  description:
    'What is done, what remains and the risks of a plan or task, up to limit entries of each with the totals, and its radar.',
  toolset: 'tasks',
  does: reads(HANDOFF_TRIMS).and(aims('either')),
  input: { limit: limit(HANDOFF_ITEMS, 200), read_only: readOnlyIgnored },
  example: { title: 'A task', args: { task: 'TASK-001' } },
  async run(input, call) {
    return answer(await readHandoff(call, call.target, input.limit));
  },
});
