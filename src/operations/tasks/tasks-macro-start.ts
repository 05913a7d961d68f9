/** `tasks_macro_start`: from a title to the first step, in one call. */

import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { partBudget } from '../fields.ts';
import { focusLines } from './focus-lines.ts';
import { moveFocus } from './move-focus.ts';
import { startFields, startTask } from './start-task.ts';
import { closingResume } from './super-resume.ts';
import { qualifiedId } from './task-views.ts';

const acme = { workspace: 'acme' };

export const tasksMacroStart = defineOperation({
  name: 'tasks_macro_start',
  title: 'Start a task',
  description:
    'Makes a task with steps (default: a template) in the plan of the focus or the Inbox, focuses it and tells the first step.',
  family: 'tasks',
  effect: 'write',
  seesPresence: true,
  input: { ...startFields, resume_max_chars: partBudget },
  refusals: {
    UNKNOWN_ID: {
      title: 'No such plan',
      args: { ...acme, task_title: 'Read numbers', plan: 'PLAN-999' },
    },
  },
  examples: [
    { title: 'A title is enough', args: { ...acme, task_title: 'Read numbers' } },
    {
      title: 'A principal task',
      args: {
        ...acme,
        task_title: 'Read numbers',
        template: 'principal-task',
        description: 'Numbers with exponents are refused today.',
      },
    },
    {
      title: 'Own steps',
      args: {
        ...acme,
        plan_title: 'Ship the parser',
        task_title: 'Read numbers',
        steps: [
          { title: 'Read the exponent', success_criteria: ['1e3 is 1000'], tests: ['npm test'] },
        ],
      },
    },
  ],
  portal: ({ resume }: { resume: JsonObject }) => focusLines(resume),
  async run(input, call) {
    const { workspace } = call;
    const started = await startTask(call, input, { easy: true });
    if (isRefusal(started)) return started;
    const { plan, task, pipeline, warnings } = started;
    const focus = await moveFocus(call, task.id);
    const part = await closingResume({ ...call, focus }, task.entity, input.resume_max_chars);
    return answer(
      {
        task_id: task.id,
        task_qualified_id: qualifiedId(workspace, task.id),
        plan_id: plan.id,
        plan_qualified_id: qualifiedId(workspace, plan.id),
        steps: task.steps,
        resume: part.view,
        ...(pipeline ? { think_pipeline: pipeline } : {}),
      },
      { warnings: [...warnings, ...part.warnings] },
    );
  },
});
