/** Examples of `tasks_contract`. */

import { examplesOf } from '../declaration/examples.ts';
import { PLAN_SCENE } from './scenes/task-scene.ts';
import { tasksContract } from './tasks-contract.ts';

export const examples = examplesOf(tasksContract, {
  before: PLAN_SCENE,
});
