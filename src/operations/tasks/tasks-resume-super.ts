/** `tasks_resume_super`: all of a plan or task that fits the budget, with its capsule. */

import { answer, defineOperation } from '../declaration/define-operation.ts';
import { seesPresence, views } from '../declaration/facets.ts';
import { RESUME_TRIMS, readResume } from './steps/read-resume.ts';
import { superFields } from './steps/resume-fields.ts';

export const tasksResumeSuper = defineOperation({
  name: 'tasks_resume_super',
  title: 'Resume a task with its memory',
  description:
    'Radar, steps, timeline, notes, trace, cards and the handoff capsule of a plan or task, and which fields the budget cut. A named target becomes the focus.',
  toolset: 'tasks',
  does: views('either', RESUME_TRIMS).and(seesPresence),
  input: superFields,
  example: { title: 'A task', args: { task: 'TASK-001' } },
  async run(input, call) {
    const { view, warnings } = await readResume(call, call.target, input);
    return answer(view, { warnings });
  },
});
