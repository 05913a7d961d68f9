/** Examples of `graph_apply`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphApply } from './graph-apply.ts';

const question = { op: 'node_upsert', id: 'q1', type: 'question', title: 'Which queue?' };

export const examples = examplesOf(graphApply, {
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      args: { branch: 'idea/cahce', ops: [question] },
    },
  },
});
