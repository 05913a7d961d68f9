/**
 * `tasks_resume_super`: everything about a plan or task that fits, and the capsule that always
 * does.
 */

import { answer, defineOperation } from '../declaration/define-operation.ts';
import { seesPresence, views } from '../declaration/facets.ts';
import { superFields } from './steps/resume-fields.ts';
import { RESUME_TRIMS, superResume } from './steps/super-resume.ts';

export const tasksResumeSuper = defineOperation({
  name: 'tasks_resume_super',
  title: 'Resume a task with its memory',
  description:
    'Radar, steps, timeline, notes, trace, cards and the handoff capsule of a plan or task, and what a budget cut. A target that is named comes into focus.',
  toolset: 'tasks',
  does: views('either', RESUME_TRIMS).and(seesPresence),
  input: superFields,
  example: { title: 'A task', args: { task: 'TASK-001' } },
  async run(input, call) {
    const { view, warnings } = await superResume(call, call.target, input);
    return answer(view, { warnings });
  },
});
