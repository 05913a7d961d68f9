/** Examples of `trace_validate`. */

import type { JsonObject } from '../../kernel/json.ts';
import { examplesOf } from '../declaration/examples.ts';
import { traceValidate } from './trace-validate.ts';

function thought(thoughtNumber: number, more: JsonObject = {}) {
  return {
    tool: 'trace_sequential_step',
    args: {
      thought: `Idea ${thoughtNumber}: shorter keys.`,
      thoughtNumber,
      totalThoughts: 3,
      nextThoughtNeeded: true,
      ...more,
    },
  };
}

export const examples = examplesOf(traceValidate, {
  before: [thought(1), thought(2)],
  more: [
    {
      title: 'A number that decreases, and a thought that does not exist',
      before: [thought(1), thought(3), thought(2, { revisesThought: 7 })],
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
