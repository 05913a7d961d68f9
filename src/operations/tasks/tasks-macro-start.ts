/** `tasks_macro_start`: creates a task with steps and focuses it, in one call. */

import { isRefusal } from '../../kernel/refusal.ts';
import { knownAbout, knownField } from '../../recall/query/known-about.ts';
import { answer, BROUGHT, defineOperation } from '../declaration/define-operation.ts';
import { composes, printsLines, seesPresence, writes } from '../declaration/facets.ts';
import { partBudget } from '../declaration/fields.ts';
import { moveFocus } from './steps/move-focus.ts';
import { readClosingResume } from './steps/read-resume.ts';
import { startFields, startTask } from './steps/start-task.ts';
import { qualifiedId } from './steps/task-event-view.ts';

export const tasksMacroStart = defineOperation({
  name: 'tasks_macro_start',
  title: 'Start a task',
  description:
    'Creates a task with steps (default: a template) in plan, the plan in focus, a new one (plan_title) or the Inbox; focuses it and shows the first step.',
  toolset: 'tasks',
  does: writes().and(composes).and(seesPresence).and(printsLines),
  input: { ...startFields, resume_max_chars: partBudget },
  refusals: ['UNKNOWN_ID'],
  example: { title: 'A title is enough', args: { task_title: 'Read numbers' } },
  portal: BROUGHT,
  async run(input, call) {
    const { workspace } = call;
    const started = await startTask(call, input, { defaults: true });
    if (isRefusal(started)) return started;
    const { plan, task, pipeline, warnings } = started;
    const focus = await moveFocus(call, task.id);
    const part = await readClosingResume({ ...call, focus }, task.target, input.resume_max_chars);
    const { task_title: title, description, steps = [] } = input;
    const known = await knownAbout(call, {
      text: [title, description, ...steps.map((step) => step.title)].join('\n'),
      leaveOut: [task.id, plan.id],
      within: [plan.id],
    });
    const view = {
      task_id: task.id,
      task_qualified_id: qualifiedId(workspace, task.id),
      plan_id: plan.id,
      plan_qualified_id: qualifiedId(workspace, plan.id),
      steps: task.steps,
      resume: part.view,
      ...knownField(known),
      ...(pipeline ? { think_pipeline: pipeline } : {}),
    };
    return {
      ...answer(view, { warnings: [...warnings, ...part.warnings] }),
      portal() {
        const lines = part.portal();
        return { ...lines, state: [...lines.state, ...known.map((each) => `known: ${each}`)] };
      },
    };
  },
});
