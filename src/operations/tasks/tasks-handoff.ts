/** `tasks_handoff`: the report at the end of a shift. */

import { handoffOf } from '../../domain/tasks/views/handoff.ts';
import { radarOf } from '../../domain/tasks/views/radar.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { aims, reads } from '../facets.ts';
import { limit } from '../fields.ts';
import { focusOf, lookAround, reasoningPlace, reasoningRef } from './look-around.ts';
import { HANDOFF_TRIMS } from './radar-trims.ts';
import { readOnlyAnyway } from './resume-fields.ts';
import { progressOf } from './super-resume.ts';
import { targetView } from './target-view.ts';

const ITEM_BYTES = 240;

export const tasksHandoff = defineOperation({
  name: 'tasks_handoff',
  title: 'Hand a task over',
  description:
    'What is done, what remains and what may go wrong with a plan or task, each up to limit entries with its total, and the radar.',
  family: 'tasks',
  does: reads(HANDOFF_TRIMS).and(aims('either')),
  input: { limit: limit(10, 200), read_only: readOnlyAnyway },
  example: { title: 'A task', args: { task: 'TASK-001' } },
  async run(input, { tx, agent, target, workspace }) {
    const around = await lookAround(tx, target, { open: input.limit, done: input.limit });
    const bounds = { items: input.limit, itemBytes: ITEM_BYTES };
    return answer({
      workspace,
      focus: await focusOf({ tx, agent }),
      target: targetView(workspace, target),
      reasoning_ref: reasoningRef(await reasoningPlace(tx, target.root.id)),
      radar: radarOf(target, around),
      ...handoffOf(target, around, bounds),
      ...progressOf(target, around),
      truncated: false,
    });
  },
});
