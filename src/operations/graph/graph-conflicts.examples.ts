/** Examples of `graph_conflicts`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphConflicts } from './graph-conflicts.ts';

export const examples = examplesOf(graphConflicts, {
  before: [{ tool: 'init', args: {} }],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      before: [{ tool: 'init', args: {} }],
      args: { into: 'mian' },
    },
  },
});
