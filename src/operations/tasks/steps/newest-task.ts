/** The task that was made last, for those who have none in focus. */

import type { Reading, TargetSummary } from '../../../store/port.ts';

/** How far back it is looked for behind the last number: the newest may have been deleted. */
const REACH = 50;

export async function newestTask(tx: Reading): Promise<TargetSummary | undefined> {
  const { TASK: last = 0 } = await tx.targets.counters();
  if (last === 0) return undefined;
  const after = Math.max(0, last - REACH);
  const near = (await tx.targets.list({ kind: 'task' }, { after, limit: REACH })).at(-1);
  if (near || after === 0) return near;
  return (await tx.targets.list({ kind: 'task' }, { limit: 1 }))[0];
}
