/** Examples of `graph_merge`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphMerge } from './graph-merge.ts';
import { DISAGREEMENT, IDEA, titled } from './scenes/conflict-scene.ts';

export const examples = examplesOf(graphMerge, {
  before: [IDEA, titled('Hash the keys', 'idea/cache')],
  more: [
    {
      title: 'Preview a conflict',
      before: DISAGREEMENT,
      args: { from: 'idea/cache', into: 'main', dry_run: true },
    },
  ],
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', args: { from: 'idea/x', into: 'main' } },
    MERGE_NOT_SUPPORTED: {
      title: 'Into a branch that is not the base',
      before: [IDEA, { tool: 'branch_create', args: { name: 'idea/queue' } }],
      args: { from: 'idea/cache', into: 'idea/queue' },
    },
  },
});
