/** Deletes a branch, if no branch is based on it and nothing else refers to it. */

import type { Refusal } from '../../kernel/refusal.ts';
import type { EventDraft } from '../journal/event.ts';
import { type Branch, branchEntity, FIRST_BRANCH } from './branch.ts';
import { type BranchReason, refuseFor } from './reasons.ts';

export interface DeleteBranch {
  readonly branch: Branch;
  /** The id of the branch that is checked out. */
  readonly checkout: number;
  /** A branch that has this one as its base. */
  readonly child: Branch | undefined;
}

export function deleteBranch({ branch, checkout, child }: DeleteBranch): EventDraft | Refusal {
  const { base, name, target } = branch;
  if (branch.id === FIRST_BRANCH) {
    return keep(name, 'is the first one of the workspace', { kind: 'branch_is_first' });
  }
  if (target !== undefined) {
    return keep(name, `belongs to ${target}`, { kind: 'branch_of_target' });
  }
  if (branch.id === checkout) {
    return keep(name, 'is checked out', { kind: 'branch_checked_out', base: base?.name });
  }
  if (child) {
    const why = `is the base of ${JSON.stringify(child.name)}`;
    return keep(name, why, { kind: 'branch_has_children' });
  }
  return { type: 'branch_deleted', entity: branchEntity(branch.id), payload: {} };
}

function keep(name: string, why: string, reason: BranchReason): Refusal {
  return refuseFor(reason, 'CONFLICT', `name: branch ${JSON.stringify(name)} ${why}`);
}
