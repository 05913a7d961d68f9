/** `tasks_context_pack`: the radar of a plan or task with its latest events. */

import { answer, defineOperation } from '../declaration/define-operation.ts';
import { aims, reads } from '../declaration/facets.ts';
import { cursor, limit } from '../declaration/fields.ts';
import { packTrims } from './steps/radar-trims.ts';
import { readRadarHeader } from './steps/read-header.ts';
import { readTimeline } from './steps/read-timeline.ts';
import { readOnlyIgnored } from './steps/resume-fields.ts';

export const tasksContextPack = defineOperation({
  name: 'tasks_context_pack',
  title: 'Context pack of a task',
  description:
    'The radar of a plan or task with its latest events, up to delta_limit of them, oldest first.',
  toolset: 'tasks',
  does: reads(packTrims('delta')).and(aims('either')),
  input: { delta_limit: limit(50, 200), delta_cursor: cursor, read_only: readOnlyIgnored },
  example: { title: 'A task', args: { task: 'TASK-001' } },
  async run(input, call) {
    const { header, progress } = await readRadarHeader(call, call.target);
    const page = { limit: input.delta_limit, cursor: input.delta_cursor };
    const delta = await readTimeline(call.tx, call.target.root.id, page);
    return answer({ ...header, ...progress, delta, truncated: false });
  },
});
