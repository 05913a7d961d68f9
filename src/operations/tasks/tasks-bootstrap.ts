/** `tasks_bootstrap`: creates a task with plan, steps and first cards in one transaction. */

import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { composes, writes } from '../declaration/facets.ts';
import { startFields, startTask } from './steps/start-task.ts';
import { startedView } from './steps/started-view.ts';

export const tasksBootstrap = defineOperation({
  name: 'tasks_bootstrap',
  title: 'Create plan, task and steps',
  description:
    'Creates a task with its steps (or from a template) in an existing or a new plan, all in one transaction. think records first cards for the task.',
  toolset: 'tasks',
  does: writes().and(composes),
  input: startFields,
  refusals: ['UNKNOWN_ID'],
  example: {
    title: 'A task in a plan',
    args: {
      plan: 'PLAN-001',
      task_title: 'Read numbers',
      steps: [
        { title: 'Read the exponent', success_criteria: ['1e3 is 1000'], tests: ['npm test'] },
      ],
    },
  },
  async run(input, call) {
    const started = await startTask(call, input, { defaults: false });
    if (isRefusal(started)) return started;
    return answer(startedView(call.workspace, started), { warnings: started.warnings });
  },
});
