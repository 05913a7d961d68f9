/** `tasks_radar`: one screen about a plan or task. */

import { answer, defineOperation } from '../declaration/define-operation.ts';
import { aims, reads } from '../declaration/facets.ts';
import { RADAR_TRIMS } from './steps/radar-trims.ts';
import { readOnlyAnyway } from './steps/resume-fields.ts';
import { radarHeader } from './steps/target-header.ts';

export const tasksRadar = defineOperation({
  name: 'tasks_radar',
  title: 'Radar of a task',
  description:
    'One screen about a plan or task: what it is, why, what is to be verified, what comes next and what blocks it, with its steps in numbers.',
  toolset: 'tasks',
  does: reads(RADAR_TRIMS).and(aims('either')),
  input: { read_only: readOnlyAnyway },
  example: { title: 'A task', args: { task: 'TASK-001' } },
  async run(_input, call) {
    const { header, progress } = await radarHeader(call, call.target);
    return answer({ ...header, ...progress, truncated: false });
  },
});
