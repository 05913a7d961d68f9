/** Reads what views need beyond the target itself: its dependencies, and the tasks of a plan. */

import { isPlan, type Target } from '../../../domain/tasks/target.ts';
import type { Neighbour, Surroundings } from '../../../domain/tasks/views/surroundings.ts';
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
  { open = NEIGHBOURS, done = 0 }: NeighbourLimits = {},
): Promise<Surroundings> {
  const { id, depends_on: dependsOn } = target.root;
  const waits = dependsOn.length === 0 ? [] : await tx.targets.waitingFor(id);
  if (!isPlan(target)) return { ...ALONE, waits };
  const counts = (await tx.targets.summary(id))?.tasks ?? { total: 0, done: 0 };
  const ofPlan = async (status: TargetSummary['status'], limit: number) =>
    limit === 0
      ? []
      : (await tx.targets.list({ kind: 'task', parent: id, status }, { limit })).map(neighbour);
  const hasOpen = counts.done < counts.total;
  const active = await ofPlan('ACTIVE', hasOpen ? open : 0);
  const todo = await ofPlan('TODO', hasOpen ? open - active.length : 0);
  return {
    waits,
    tasks: {
      ...counts,
      firstOpen: [...active, ...todo],
      lastDone: counts.done > 0 && done > 0 ? await finished(tx, id, done) : [],
    },
  };
}

async function finished(tx: Reading, plan: string, limit: number) {
  const filter = { kind: 'task', parent: plan, status: 'DONE' } as const;
  return (await tx.targets.latest(filter, limit)).map(neighbour);
}

function neighbour({ id, title, status }: TargetSummary): Neighbour {
  return { id, title, status };
}
