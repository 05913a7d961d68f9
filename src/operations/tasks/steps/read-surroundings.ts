/** Reads what views need beyond the target itself: its dependencies, and the tasks of a plan. */

import { isFinished } from '../../../domain/tasks/complete-target.ts';
import { isPlan, type Target } from '../../../domain/tasks/target.ts';
import type {
  Neighbour,
  PlanTasks,
  Surroundings,
} from '../../../domain/tasks/views/surroundings.ts';
import { ALONE } from '../../../domain/tasks/views/surroundings.ts';
import type { Reading, TargetSummary } from '../../../store/port.ts';

const NEIGHBOURS = 10;

/** How many open and how many finished tasks of a plan to read by name. */
export interface NeighbourLimits {
  readonly open?: number;
  readonly done?: number;
}

export async function readSurroundings(
  tx: Reading,
  target: Target,
  wanted: NeighbourLimits = {},
): Promise<Surroundings> {
  const { id, depends_on: dependsOn, parent } = target.root;
  const waits = dependsOn.length === 0 ? [] : await tx.targets.waitingFor(id);
  if (isPlan(target)) return { waits, tasks: await readTasks(tx, id, wanted) };
  if (parent === null || !isFinished(target)) return { ...ALONE, waits };
  const tasks = await readTasks(tx, parent, {});
  return { ...ALONE, waits, ...(tasks.next ? { plan: { id: parent, tasks } } : {}) };
}

async function readTasks(
  tx: Reading,
  plan: string,
  { open = NEIGHBOURS, done = 0 }: NeighbourLimits,
): Promise<PlanTasks> {
  const counts = (await tx.targets.summary(plan))?.tasks ?? { total: 0, done: 0 };
  const ofPlan = async (status: TargetSummary['status'], limit: number) =>
    limit === 0
      ? []
      : (await tx.targets.list({ kind: 'task', parent: plan, status }, { limit })).map(neighbour);
  const hasOpen = counts.done < counts.total;
  const active = await ofPlan('ACTIVE', hasOpen ? open : 0);
  const todo = await ofPlan('TODO', hasOpen ? open - active.length : 0);
  const firstOpen = [...active, ...todo];
  const waiting = await tx.targets.waitingAmong(firstOpen.map((each) => each.id));
  const workable = firstOpen.filter((each) => !waiting.has(each.id));
  return {
    ...counts,
    firstOpen,
    workable,
    lastDone: counts.done > 0 && done > 0 ? await finished(tx, plan, done) : [],
    next: workable[0] ?? firstOpen[0],
  };
}

async function finished(tx: Reading, plan: string, limit: number) {
  const filter = { kind: 'task', parent: plan, status: 'DONE' } as const;
  return (await tx.targets.latest(filter, limit)).map(neighbour);
}

function neighbour({ id, title, status }: TargetSummary): Neighbour {
  return { id, title, status };
}
