/** Examples of `graph_diff`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphDiff } from './graph-diff.ts';

export const examples = examplesOf(graphDiff, {
  before: [
    { tool: 'branch_create', args: { name: 'idea/cache' } },
    {
      tool: 'graph_apply',
      args: {
        branch: 'idea/cache',
        ops: [{ op: 'node_upsert', id: 'h1', type: 'hypothesis', title: 'Hash the keys' }],
      },
    },
  ],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      before: [{ tool: 'init', args: {} }],
      args: { from: 'main', to: 'idea/cahce' },
    },
  },
});
