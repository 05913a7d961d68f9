/** `tasks_resume_super`: everything about a plan or task that fits, and the capsule that always does. */

import { answer, defineOperation } from '../define-operation.ts';
import { superFields } from './resume-fields.ts';
import { RESUME_TRIMS, superResume } from './super-resume.ts';
import { TASK_SCENE } from './task-scene.ts';

const acme = { workspace: 'acme' };

export const tasksResumeSuper = defineOperation({
  name: 'tasks_resume_super',
  title: 'Resume a task with its memory',
  description:
    'Radar, steps, timeline, notes, trace, cards and the handoff capsule of a plan or task, and what a budget cut. A target that is named comes into focus.',
  family: 'tasks',
  effect: 'view',
  seesPresence: true,
  aim: 'either',
  input: superFields,
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: TASK_SCENE,
      args: { ...acme, target: 'TASK-999' },
    },
  },
  examples: [
    { title: 'A task', before: TASK_SCENE, args: { ...acme, task: 'TASK-001' } },
    {
      title: 'As much as fits',
      before: TASK_SCENE,
      args: { ...acme, task: 'TASK-001', graph_diff: true, max_chars: 2500 },
    },
  ],
  trims: RESUME_TRIMS,
  async run(input, call) {
    const { view, warnings } = await superResume(call, call.target, input);
    return answer(view, { warnings });
  },
});
