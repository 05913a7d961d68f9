/** Finds the newest task, for callers that have none in focus. */

import type { Reading, TargetSummary } from '../../../store/port.ts';

/** How many numbers to look back from the last one: the newest tasks may have been deleted. */
const REACH = 50;

export async function findNewestTask(tx: Reading): Promise<TargetSummary | undefined> {
  const { TASK: last = 0 } = await tx.targets.counters();
  if (last === 0) return undefined;
  const after = Math.max(0, last - REACH);
  const near = (await tx.targets.list({ kind: 'task' }, { after, limit: REACH })).at(-1);
  if (near || after === 0) return near;
  return (await tx.targets.list({ kind: 'task' }, { limit: 1 }))[0];
}
