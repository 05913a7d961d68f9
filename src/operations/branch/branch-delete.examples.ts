/** Examples of `branch_delete`. */

import { examplesOf } from '../declaration/examples.ts';
import { branchDelete } from './branch-delete.ts';

export const examples = examplesOf(branchDelete, {
  before: [{ tool: 'branch_create', args: { name: 'idea/cache' } }],
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', args: { name: 'idea/cahce' } },
    CONFLICT: {
      title: 'It is checked out',
      before: [{ tool: 'macro_branch_note', args: { name: 'idea/x', content: 'Hm.' } }],
      args: { name: 'idea/x' },
    },
  },
});
