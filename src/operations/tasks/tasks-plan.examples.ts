/** Examples of `tasks_plan`. */

import { examplesOf } from '../examples.ts';
import { PLAN_SCENE } from './task-scene.ts';
import { tasksPlan } from './tasks-plan.ts';

export const examples = examplesOf(tasksPlan, {
  before: PLAN_SCENE,
});
