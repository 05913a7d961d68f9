/** Examples of `tasks_bootstrap`. */

import { examplesOf } from '../declaration/examples.ts';
import { PLAN_SCENE } from './scenes/task-scene.ts';
import { tasksBootstrap } from './tasks-bootstrap.ts';

export const examples = examplesOf(tasksBootstrap, {
  before: PLAN_SCENE,
  more: [
    {
      title: 'A new plan, and a template',
      args: {
        plan_title: 'Ship the parser',
        plan_template: 'basic-plan',
        task_title: 'Read numbers',
        template: 'principal-task',
        think: { frame: 'Which numbers are refused today?' },
      },
    },
  ],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such template',
      args: { plan_title: 'Parser', task_title: 'Read numbers', template: 'basic' },
    },
  },
});
