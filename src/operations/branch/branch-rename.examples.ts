/** Examples of `branch_rename`. */

import { examplesOf } from '../declaration/examples.ts';
import { branchRename } from './branch-rename.ts';

const idea = { tool: 'branch_create', args: { name: 'idea/cache' } };

export const examples = examplesOf(branchRename, {
  before: [idea],
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', args: { old: 'mian', new: 'trunk' } },
    CONFLICT: {
      title: 'The name is taken',
      before: [idea],
      args: { old: 'idea/cache', new: 'main' },
    },
    INVALID_NAME: { title: 'A blank name', args: { old: 'main', new: ' ' } },
  },
});
