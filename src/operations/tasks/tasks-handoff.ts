/** `tasks_handoff`: the report at the end of a shift. */

import { answer, defineOperation } from '../declaration/define-operation.ts';
import { aims, reads } from '../declaration/facets.ts';
import { limit } from '../declaration/fields.ts';
import { HANDOFF_ITEMS, handoffView } from './steps/handoff-view.ts';
import { HANDOFF_TRIMS } from './steps/radar-trims.ts';
import { readOnlyAnyway } from './steps/resume-fields.ts';

export const tasksHandoff = defineOperation({
  name: 'tasks_handoff',
  title: 'Hand a task over',
  description:
    'What is done, what remains and what may go wrong with a plan or task, each up to limit entries with its total, and the radar.',
  toolset: 'tasks',
  does: reads(HANDOFF_TRIMS).and(aims('either')),
  input: { limit: limit(HANDOFF_ITEMS, 200), read_only: readOnlyAnyway },
  example: { title: 'A task', args: { task: 'TASK-001' } },
  async run(input, call) {
    return answer(await handoffView(call, call.target, input.limit));
  },
});
