/** `tasks_radar`: a short view of a plan or task. */

import { answer, defineOperation } from '../declaration/define-operation.ts';
import { aims, reads } from '../declaration/facets.ts';
import { RADAR_TRIMS } from './steps/radar-trims.ts';
import { readRadarHeader } from './steps/read-header.ts';
import { readOnlyIgnored } from './steps/resume-fields.ts';

export const tasksRadar = defineOperation({
  name: 'tasks_radar',
  title: 'Radar of a task',
  description:
    'A short view of a plan or task: what it is, why, what to verify, what comes next and what blocks it, with the number of its steps.',
  toolset: 'tasks',
  does: reads(RADAR_TRIMS).and(aims('either')),
  input: { read_only: readOnlyIgnored },
  example: { title: 'A task', args: { task: 'TASK-001' } },
  async run(_input, call) {
    const { header, progress } = await readRadarHeader(call, call.target);
    return answer({ ...header, ...progress, truncated: false });
  },
});
