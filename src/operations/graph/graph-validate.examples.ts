/** Examples of `graph_validate`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphValidate } from './graph-validate.ts';

export const examples = examplesOf(graphValidate, {
  before: [
    {
      tool: 'graph_apply',
      args: { ops: [{ op: 'node_upsert', id: 'q1', type: 'question' }] },
    },
  ],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      before: [{ tool: 'init', args: {} }],
      args: { branch: 'mian' },
    },
  },
});
