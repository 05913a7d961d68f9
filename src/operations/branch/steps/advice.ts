/** What to do about each refusal of a branch. */

import type { BranchReason } from '../../../domain/branches/reasons.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { AdviceTable } from '../../steps/advice-table.ts';

const SEE_BRANCHES = suggestCall('branch_list', {}, 'See the branches and their bases');

export const BRANCH_ADVICE: AdviceTable<BranchReason> = {
  branch_exists: ({ name }) => ({
    recovery: 'Check it out, or choose another name.',
    suggestions: [suggestCall('checkout', { ref: name }, 'Use the branch that exists')],
  }),
  branch_name_taken: () => ({
    recovery: 'Choose another name.',
    suggestions: [suggestCall('branch_list', {}, 'See the names that are taken')],
  }),
  branch_hides_tag: () => ({
    recovery: 'Choose another name, or delete the tag first.',
    suggestions: [suggestCall('tag_list', {}, 'See the tags there are')],
  }),
  branch_is_first: () => ({
    recovery: 'Rename it where its name is wrong.',
    suggestions: [SEE_BRANCHES],
  }),
  branch_of_target: () => ({
    recovery: 'Delete the plan or task: its branch then is one like any other.',
    suggestions: [SEE_BRANCHES],
  }),
  branch_checked_out: ({ base }) => ({
    recovery: 'Check out another branch first.',
    suggestions: [
      base === undefined
        ? SEE_BRANCHES
        : suggestCall('checkout', { ref: base }, 'Check out its base'),
    ],
  }),
  branch_has_children: () => ({
    recovery: 'Delete the branches that stand on it first.',
    suggestions: [SEE_BRANCHES],
  }),
};
