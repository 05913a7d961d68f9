/** `tasks_radar`: one screen about a plan or task. */

import { answer, defineOperation } from '../define-operation.ts';
import { aim, budget } from '../fields.ts';
import { RADAR_TRIMS } from './radar-trims.ts';
import { readOnlyAnyway } from './resume-fields.ts';
import { radarHeader } from './target-header.ts';
import { TASK_SCENE } from './task-scene.ts';

const acme = { workspace: 'acme' };

export const tasksRadar = defineOperation({
  name: 'tasks_radar',
  title: 'Radar of a task',
  description:
    'One screen about a plan or task: what it is, why, what is to be verified, what comes next and what blocks it, with its steps in numbers.',
  family: 'tasks',
  effect: 'read',
  aim: 'either',
  input: { ...aim, read_only: readOnlyAnyway, ...budget },
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: TASK_SCENE,
      args: { ...acme, target: 'TASK-999' },
    },
  },
  examples: [
    { title: 'A task', before: TASK_SCENE, args: { ...acme, task: 'TASK-001' } },
    { title: 'A plan', before: TASK_SCENE, args: { ...acme, plan: 'PLAN-001' } },
  ],
  trims: RADAR_TRIMS,
  async run(_input, call) {
    const { header, progress } = await radarHeader(call, call.target);
    return answer({ ...header, ...progress, truncated: false });
  },
});
