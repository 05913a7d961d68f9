/** Creates a branch on a snapshot of another one: a pointer and a cutoff, no copy. */

import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import type { EventDraft } from '../journal/event.ts';
import { type Branch, branchEntity } from './branch.ts';
import { checkBranchName, hidesTag } from './branch-name.ts';
import { refuseFor } from './reasons.ts';

export interface CreateBranch {
  readonly name: string;
  readonly base: Branch;
  /** A branch that has the name already. */
  readonly taken: Branch | undefined;
  /** Whether a tag has the name. */
  readonly isTag: boolean;
  /** The journal's last seq: entries up to here belong to the snapshot. */
  readonly head: number;
}

export function createBranch(request: CreateBranch): EventDraft | Refusal {
  const badName = checkBranchName(request.name);
  if (isRefusal(badName)) return badName;
  if (request.taken) {
    const message = `branch ${JSON.stringify(request.name)} exists already`;
    return refuseFor({ kind: 'branch_exists', name: request.name }, 'CONFLICT', message);
  }
  if (request.isTag) return hidesTag(request.name, 'name');
  if (request.base.depth + 1 > LIMITS.branchDepth) {
    return refuse(
      'INVALID_INPUT',
      `from: a branch has at most ${LIMITS.branchDepth} bases below it`,
      {
        recovery: 'Start from a branch with fewer bases below it.',
      },
    );
  }
  return {
    type: 'branch_created',
    entity: branchEntity(request.head + 1),
    payload: { name: request.name, base: { branch: request.base.id, seq: request.head } },
  };
}
