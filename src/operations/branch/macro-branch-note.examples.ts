/** Examples of `macro_branch_note`. */

import { examplesOf } from '../declaration/examples.ts';
import { macroBranchNote } from './macro-branch-note.ts';

export const examples = examplesOf(macroBranchNote, {
  more: [
    {
      title: 'Explore on a new branch',
      args: { name: 'idea/cache', content: 'Hash the keys?' },
    },
    {
      title: 'Start from an outline',
      args: { template: 'decision', goal: 'Which queue do we use?' },
    },
  ],
  refusals: {
    CONFLICT: {
      title: 'The branch exists',
      before: [{ tool: 'branch_create', args: { name: 'idea/cache' } }],
      args: { name: 'idea/cache', content: 'Keys are too long.' },
    },
    UNKNOWN_ID: { title: 'No such branch', args: { from: 'nowhere', content: 'Hm.' } },
    INVALID_NAME: { title: 'A blank name', args: { name: ' ', content: 'Hm.' } },
  },
});
