/** Examples of `tasks_macro_create_done`. */

import { examplesOf } from '../declaration/examples.ts';
import { tasksMacroCreateDone } from './tasks-macro-create-done.ts';

export const examples = examplesOf(tasksMacroCreateDone, {
  refusals: {
    UNKNOWN_ID: {
      title: 'No such plan',
      args: {
        plan: 'PLAN-999',
        task_title: 'Fix the typo',
        steps: [{ title: 'Fix', success_criteria: ['It is right'], tests: ['Read it'] }],
      },
    },
  },
});
