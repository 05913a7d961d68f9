/** Finds a conflict of the reasoning graph by its id. */

import type { Conflict } from '../../../domain/graph/conflict.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { Reading } from '../../../store/port.ts';
import { checkedOut } from '../../steps/branch-ref.ts';
import type { BranchNames } from './reasoning-conflict-view.ts';

const CONFLICT_ID = /^CONFLICT-[0-9a-f]{32}$/;

export async function findConflict(tx: Reading, id: string): Promise<Conflict | Refusal> {
  if (!CONFLICT_ID.test(id)) {
    return refuse('INVALID_INPUT', 'conflict_id: expected CONFLICT- and 32 hexadecimal digits');
  }
  const conflict = await tx.conflicts.byId(id);
  if (conflict) return conflict;
  return refuse('UNKNOWN_ID', `conflict_id: no conflict ${id}`, {
    recovery: 'Give an id that a merge into the branch reported.',
    suggestions: [
      suggestCall('graph_conflicts', { into: (await checkedOut(tx)).name }, 'See open conflicts'),
    ],
  });
}

/** A conflict is deleted with either of its branches, so both exist. */
export async function branchNamesOf(tx: Reading, conflict: Conflict): Promise<BranchNames> {
  const from = await tx.branches.byId(conflict.from);
  const into = await tx.branches.byId(conflict.into);
  return (id) => (id === conflict.from ? from?.name : into?.name) ?? '';
}
