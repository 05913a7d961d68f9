/** Deletes a branch, where nothing else stands on it or leads to it. */

import { type Refusal, refuse } from '../../kernel/refusal.ts';
import { type Suggestion, suggestCall } from '../../kernel/suggestion.ts';
import type { EventDraft } from '../journal/event.ts';
import { type Branch, branchEntity, FIRST_BRANCH } from './branch.ts';

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
    return kept(name, 'is the first one of the workspace', 'Rename it where its name is wrong.');
  }
  if (target !== undefined) {
    return kept(
      name,
      `belongs to ${target}`,
      'Delete the plan or task: its branch then is one like any other.',
    );
  }
  if (branch.id === checkout) {
    return kept(
      name,
      'is checked out',
      'Check out another branch first.',
      base && suggestCall('checkout', { ref: base.name }, 'Check out its base'),
    );
  }
  if (child) {
    return kept(
      name,
      `is the base of ${JSON.stringify(child.name)}`,
      'Delete the branches that stand on it first.',
    );
  }
  return { type: 'branch_deleted', entity: branchEntity(branch.id), payload: {} };
}

function kept(
  name: string,
  why: string,
  recovery: string,
  next: Suggestion = suggestCall('branch_list', {}, 'See the branches and their bases'),
): Refusal {
  return refuse('CONFLICT', `name: branch ${JSON.stringify(name)} ${why}`, {
    recovery,
    suggestions: [next],
  });
}
