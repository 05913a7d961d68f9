/** Examples of `branch_list`. */

import { examplesOf } from '../declaration/examples.ts';
import { branchList } from './branch-list.ts';

export const examples = examplesOf(branchList, {
  before: [{ tool: 'branch_create', args: { name: 'idea/cache' } }],
});
