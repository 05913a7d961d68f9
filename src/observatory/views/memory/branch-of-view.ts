/** What the views of one branch share: what it sees, and whether events may have ended that. */

import { z } from 'zod';
import { branchIdOf } from '../../../domain/branches/branch.ts';
import { type EffectiveView, effectiveView } from '../../../domain/branches/effective-view.ts';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { Reading } from '../../../store/port.ts';

/** A branch is named by its id, so that a rename changes nothing. */
export const branchArg = z.int().min(1);

export const docArg = z.string().min(1).max(200);

/** Keys that are read one by one; for more, reading the view anew is cheaper. */
export const MAX_TOUCHED = 1_000;

/** Empty if the branch does not exist. */
export async function viewOfBranch(tx: Reading, branch: number): Promise<EffectiveView> {
  return effectiveView(await tx.branches.lineage(branch));
}

/** Whether the branch itself was created or deleted: everything that it sees came or went. */
export function concernsBranch(events: readonly JournalEvent[], branch: number): boolean {
  return events.some(({ type, entity, seq }) => {
    if (type === 'branch_created' || type === 'workspace_initialized') return seq === branch;
    return type === 'branch_deleted' && branchIdOf(entity) === branch;
  });
}

/** Everything up to here was known before these events. */
export function seqBefore(events: readonly JournalEvent[]): number {
  return (events[0]?.seq ?? 1) - 1;
}

/** The present names of branches by their ids. */
export async function branchNames(
  tx: Reading,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  for (const id of new Set(ids)) {
    const branch = await tx.branches.byId(id);
    if (branch) names.set(id, branch.name);
  }
  return names;
}
