/** Examples of `tasks_plan`. */

import { examplesOf } from '../declaration/examples.ts';
import { PLAN_SCENE } from './scenes/task-scene.ts';
import { tasksPlan } from './tasks-plan.ts';

export const examples = examplesOf(tasksPlan, {
  before: PLAN_SCENE,
});
