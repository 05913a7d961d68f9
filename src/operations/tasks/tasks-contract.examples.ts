/** Examples of `tasks_contract`. */

import { examplesOf } from '../examples.ts';
import { PLAN_SCENE } from './task-scene.ts';
import { tasksContract } from './tasks-contract.ts';

export const examples = examplesOf(tasksContract, {
  before: PLAN_SCENE,
});
