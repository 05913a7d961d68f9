/** Deletes a plan or task from lists, graphs, focus and dependencies. Its notes and cards stay. */

import { revised } from '../../../domain/tasks/move.ts';
import { isPlan, type Target, withRoot } from '../../../domain/tasks/target.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import type { Writing } from '../../../store/port.ts';
import { commitDeletion, commitMoves, loadTarget, type TaskEvent } from './commit-moves.ts';

/** Deletes the tasks of a plan as well, each by its own event. */
export async function deleteTarget(
  tx: Writing,
  target: Target,
): Promise<readonly TaskEvent[] | Refusal> {
  const events: TaskEvent[] = [];
  if (isPlan(target)) {
    for (const id of await tx.targets.tasksOf(target.root.id)) {
      const deleted = await deleteOne(tx, await loadTarget(tx, id));
      if (isRefusal(deleted)) return deleted;
      events.push(...deleted);
    }
  }
  const deleted = await deleteOne(tx, target);
  return isRefusal(deleted) ? deleted : [...events, ...deleted];
}

async function deleteOne(tx: Writing, target: Target): Promise<readonly TaskEvent[] | Refusal> {
  const freed = await freeDependents(tx, target.root.id);
  if (isRefusal(freed)) return freed;
  return [await commitDeletion(tx, target)];
}

/** Drops the dependency from each dependent, by an event in the trace of that dependent. */
async function freeDependents(tx: Writing, id: string): Promise<Refusal | undefined> {
  for (const waiting of await tx.targets.dependents(id)) {
    const target = await loadTarget(tx, waiting);
    const dependsOn = target.root.depends_on.filter((each) => each !== id);
    const committed = await commitMoves(tx, target, [
      {
        type: 'dependency_dropped',
        fields: { task: waiting, depends_on: id },
        after: revised(withRoot(target, { depends_on: dependsOn })),
      },
    ]);
    if (isRefusal(committed)) return committed;
  }
  return undefined;
}
