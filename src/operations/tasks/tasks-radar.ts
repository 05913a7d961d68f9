/** `tasks_radar`: one screen about a plan or task. */

import { radarOf } from '../../domain/tasks/views/radar.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { aims, reads } from '../facets.ts';
import { focusOf, lookAround, reasoningPlace, reasoningRef } from './look-around.ts';
import { RADAR_TRIMS } from './radar-trims.ts';
import { readOnlyAnyway } from './resume-fields.ts';
import { progressOf } from './super-resume.ts';
import { targetView } from './target-view.ts';

export const tasksRadar = defineOperation({
  name: 'tasks_radar',
  title: 'Radar of a task',
  description:
    'One screen about a plan or task: what it is, why, what is to be verified, what comes next and what blocks it, with its steps in numbers.',
  family: 'tasks',
  does: reads(RADAR_TRIMS).and(aims('either')),
  input: { read_only: readOnlyAnyway },
  example: { title: 'A task', args: { task: 'TASK-001' } },
  async run(_input, { tx, agent, target, workspace }) {
    const around = await lookAround(tx, target);
    return answer({
      workspace,
      focus: await focusOf({ tx, agent }),
      target: targetView(workspace, target),
      reasoning_ref: reasoningRef(await reasoningPlace(tx, target.root.id)),
      radar: radarOf(target, around),
      ...progressOf(target, around),
      truncated: false,
    });
  },
});
