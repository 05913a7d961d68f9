/** `tasks_context_pack`: the radar of a plan or task with what happened to it lately. */

import { radarOf } from '../../domain/tasks/views/radar.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { aims, reads } from '../facets.ts';
import { limit } from '../fields.ts';
import { focusOf, lookAround, reasoningPlace, reasoningRef } from './look-around.ts';
import { packTrims } from './radar-trims.ts';
import { readOnlyAnyway } from './resume-fields.ts';
import { progressOf } from './super-resume.ts';
import { targetView } from './target-view.ts';
import { timelineOf } from './timeline.ts';

export const tasksContextPack = defineOperation({
  name: 'tasks_context_pack',
  title: 'Context pack of a task',
  description:
    'The radar of a plan or task with its last events, up to delta_limit of them, oldest first.',
  family: 'tasks',
  does: reads(packTrims('delta')).and(aims('either')),
  input: { delta_limit: limit(50, 200), read_only: readOnlyAnyway },
  example: { title: 'A task', args: { task: 'TASK-001' } },
  async run(input, { tx, agent, target, workspace }) {
    const around = await lookAround(tx, target);
    return answer({
      workspace,
      focus: await focusOf({ tx, agent }),
      target: targetView(workspace, target),
      reasoning_ref: reasoningRef(await reasoningPlace(tx, target.root.id)),
      radar: radarOf(target, around),
      ...progressOf(target, around),
      delta: await timelineOf(tx, target.root.id, input.delta_limit),
      truncated: false,
    });
  },
});
