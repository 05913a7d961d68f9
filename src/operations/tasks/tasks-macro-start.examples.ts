/** Examples of `tasks_macro_start`. */

import { examplesOf } from '../declaration/examples.ts';
import { tasksMacroStart } from './tasks-macro-start.ts';

export const examples = examplesOf(tasksMacroStart, {
  more: [
    {
      title: 'A principal task',
      args: {
        task_title: 'Read numbers',
        template: 'principal-task',
        description: 'Numbers with exponents are refused today.',
      },
    },
    {
      title: 'With your own steps',
      args: {
        plan_title: 'Ship the parser',
        task_title: 'Read numbers',
        steps: [
          { title: 'Read the exponent', success_criteria: ['1e3 is 1000'], tests: ['npm test'] },
        ],
      },
    },
  ],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such plan',
      args: { task_title: 'Read numbers', plan: 'PLAN-999' },
    },
  },
});
