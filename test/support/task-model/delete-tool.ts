/** Deletes a step with everything below it, or a plan or task with all dependencies on it. */

import type { Tool } from './call.ts';
import { dependentsOf } from './dependencies.ts';
import { findStep } from './find-part.ts';
import { findTarget, isNamed } from './find-target.ts';
import { recordFinal } from './history.ts';
import { invalid } from './refuse.ts';
import { revise } from './revise.ts';
import { stepAnswer } from './step-tools.ts';
import { listOf, raiseFloor, type Target, type World } from './world.ts';

function removeOne(world: World, target: Target): void {
  for (const waiting of dependentsOf(world, target.id)) {
    waiting.fields.depends_on = listOf(waiting, 'depends_on').filter((id) => id !== target.id);
    revise(world, waiting, null, 'dependency_dropped');
  }
  revise(world, target, null, 'task_deleted');
  recordFinal(world, target, 'task_delete', null);
  world.targets.delete(target.id);
  if (world.focus === target.id) world.focus = null;
}

const remove: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'either');
  if (args.step_id !== undefined || args.path !== undefined) {
    const place = findStep(target, args);
    place.siblings.splice(place.siblings.indexOf(place.step), 1);
    raiseFloor(place.above ?? target, 'step_floor', place.step.ordinal);
    recordFinal(world, target, 'step_delete', place.path);
    revise(world, target, place.path, 'step_deleted');
    return stepAnswer(target, place, 'step_deleted');
  }
  if (!isNamed(args)) invalid('the focus is not enough');
  const tasks = [...world.targets.values()]
    .filter(({ parent }) => parent === target.id)
    .sort((a, b) => Number(a.id.slice(5)) - Number(b.id.slice(5)));
  for (const task of tasks) removeOne(world, task);
  removeOne(world, target);
  const { id, kind } = target;
  const count = kind === 'plan' ? tasks.length : 1;
  const event = { type: 'task_deleted', task_id: id, path: null };
  return { id, kind, deleted: true, tasks_deleted: count, event };
};

export const deleteTools: Record<string, Tool> = { tasks_delete: remove };
