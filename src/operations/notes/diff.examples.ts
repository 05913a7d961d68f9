/** Examples of `diff`. */

import { examplesOf } from '../declaration/examples.ts';
import { diff } from './diff.ts';

export const examples = examplesOf(diff, {
  before: [{ tool: 'macro_branch_note', args: { name: 'idea/cache', content: 'Hash keys?' } }],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      before: [{ tool: 'branch_create', args: { name: 'idea/cache' } }],
      args: { from: 'main', to: 'idea/cahce' },
    },
  },
});
