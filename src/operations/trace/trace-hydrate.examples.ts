/** Examples of `trace_hydrate`. */

import { examplesOf } from '../declaration/examples.ts';
import { traceHydrate } from './trace-hydrate.ts';

export const examples = examplesOf(traceHydrate, {
  before: [
    { tool: 'trace_step', args: { step: 'Measured: 40 % of the reads miss.' } },
    { tool: 'trace_step', args: { step: 'The keys are too long to compare.' } },
  ],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      before: [{ tool: 'init', args: {} }],
      args: { ref: 'mian' },
    },
  },
});
