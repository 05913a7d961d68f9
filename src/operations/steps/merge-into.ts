/** The two branches of a merge: from, and the named branch or the base of from. */

import type { Branch } from '../../domain/branches/branch.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import type { Reading } from '../../store/port.ts';
import { branchNamed } from './branch-ref.ts';

export interface MergeRequest {
  readonly from: string;
  readonly into?: string | undefined;
  readonly merge_to_base?: boolean | undefined;
}

/** Finds both branches; `into` and `merge_to_base` must not contradict each other. */
export async function mergeEnds(
  tx: Reading,
  request: MergeRequest,
): Promise<{ from: Branch; into: Branch } | Refusal> {
  const from = await branchNamed(tx, request.from, 'from');
  if (isRefusal(from)) return from;
  if (request.into !== undefined && !request.merge_to_base) {
    const into = await branchNamed(tx, request.into, 'into');
    return isRefusal(into) ? into : { from, into };
  }
  if (!from.base) {
    return refuse('MERGE_NOT_SUPPORTED', `from: ${from.name} has no base branch`, {
      recovery: 'Merge a branch that was created from another one.',
      suggestions: [suggestCall('branch_list', {}, 'See the branches and their bases')],
    });
  }
  if (request.into !== undefined && request.into !== from.base.name) {
    return refuse(
      'INVALID_INPUT',
      `into: with merge_to_base it must be ${from.base.name}, the base of ${from.name}`,
      {
        recovery: 'Leave out into or merge_to_base.',
      },
    );
  }
  const into = await tx.branches.byId(from.base.branch);
  if (!into) throw new Error(`the base of ${from.name} is missing`);
  return { from, into };
}
