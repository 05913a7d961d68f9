/** Examples of `merge`. */

import { examplesOf } from '../declaration/examples.ts';
import { merge } from './merge.ts';

const idea = {
  tool: 'macro_branch_note',
  args: { name: 'idea/cache', content: 'Hash the keys.' },
};

export const examples = examplesOf(merge, {
  before: [idea],
  more: [
    {
      title: 'Preview a merge',
      before: [idea],
      args: { from: 'idea/cache', into: 'main', dry_run: true },
    },
  ],
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', args: { from: 'idea/cahce' } },
    MERGE_NOT_SUPPORTED: {
      title: 'No base to merge to',
      args: { from: 'main', merge_to_base: true },
    },
  },
});
