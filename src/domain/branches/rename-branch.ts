/** Renames a branch. Entries refer to its id, so none of them changes. */

import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import type { EventDraft } from '../journal/event.ts';
import { type Branch, branchEntity } from './branch.ts';
import { canonicalBranchName, checkBranchName, hidesTag } from './branch-name.ts';
import { refuseFor } from './reasons.ts';

export interface RenameBranch {
  readonly branch: Branch;
  readonly name: string;
  /** A branch that has the name already. */
  readonly taken: Branch | undefined;
  /** Whether a tag has the name. */
  readonly isTag: boolean;
}

export function renameBranch({ branch, name, taken, isTag }: RenameBranch): EventDraft | Refusal {
  if (name === branch.name) {
    return refuse('INVALID_INPUT', `new: the branch is called ${JSON.stringify(name)} already`, {
      recovery: 'Give another name in new.',
    });
  }
  // The branch of a plan or task may get back the name it was created with.
  const isOwn = branch.target !== undefined && name === canonicalBranchName(branch.target);
  const badName = isOwn ? undefined : checkBranchName(name, 'new');
  if (isRefusal(badName)) return badName;
  if (taken) {
    const message = `new: branch ${JSON.stringify(name)} exists already`;
    return refuseFor({ kind: 'branch_name_taken' }, 'CONFLICT', message);
  }
  if (isTag) return hidesTag(name, 'new');
  return {
    type: 'branch_renamed',
    entity: branchEntity(branch.id),
    payload: { from: branch.name, to: name },
  };
}
