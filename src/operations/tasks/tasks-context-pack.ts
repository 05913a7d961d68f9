/** `tasks_context_pack`: the radar of a plan or task with what happened to it lately. */

import { answer, defineOperation } from '../define-operation.ts';
import { aim, budget, limit } from '../fields.ts';
import { packTrims } from './radar-trims.ts';
import { readOnlyAnyway } from './resume-fields.ts';
import { radarHeader } from './target-header.ts';
import { TASK_SCENE } from './task-scene.ts';
import { timelineOf } from './timeline.ts';

const acme = { workspace: 'acme' };

export const tasksContextPack = defineOperation({
  name: 'tasks_context_pack',
  title: 'Context pack of a task',
  description:
    'The radar of a plan or task with its last events, up to delta_limit of them, oldest first.',
  family: 'tasks',
  effect: 'read',
  aim: 'either',
  input: { ...aim, delta_limit: limit(50, 200), read_only: readOnlyAnyway, ...budget },
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: TASK_SCENE,
      args: { ...acme, target: 'TASK-999' },
    },
  },
  examples: [{ title: 'A task', before: TASK_SCENE, args: { ...acme, task: 'TASK-001' } }],
  trims: packTrims('delta'),
  async run(input, call) {
    const { header, progress } = await radarHeader(call, call.target);
    const delta = await timelineOf(call.tx, call.target.root.id, input.delta_limit);
    return answer({ ...header, ...progress, delta, truncated: false });
  },
});
