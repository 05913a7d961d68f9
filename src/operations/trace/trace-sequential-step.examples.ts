/** Examples of `trace_sequential_step`. */

import { examplesOf } from '../declaration/examples.ts';
import { traceSequentialStep } from './trace-sequential-step.ts';

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

export const examples = examplesOf(traceSequentialStep, {
  more: [
    {
      title: 'Think again about an earlier one',
      before: [thought(1), thought(2)],
      args: {
        thought: 'The keys are fine: the cache is too small.',
        thoughtNumber: 3,
        totalThoughts: 3,
        nextThoughtNeeded: false,
        isRevision: true,
        revisesThought: 2,
        confidence: 0.8,
      },
    },
  ],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such thought',
      before: [thought(1)],
      args: {
        thought: 'The keys are fine.',
        revisesThought: 7,
        thoughtNumber: 2,
        totalThoughts: 3,
        nextThoughtNeeded: true,
      },
    },
  },
});
