/** Examples of `trace_validate`. */

import { examplesOf } from '../declaration/examples.ts';
import { traceValidate } from './trace-validate.ts';

function thought(thoughtNumber: number) {
  return {
    tool: 'trace_sequential_step',
    args: {
      thought: `Idea ${thoughtNumber}: shorter keys.`,
      thoughtNumber,
      totalThoughts: 3,
      nextThoughtNeeded: true,
    },
  };
}

export const examples = examplesOf(traceValidate, {
  before: [thought(1), thought(2)],
  more: [
    {
      title: 'A number that decreases',
      before: [thought(1), thought(3), thought(2)],
      args: {},
    },
  ],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      before: [{ tool: 'init', args: {} }],
      args: { ref: 'mian' },
    },
  },
});
