/** Examples of `trace_step`. */

import { examplesOf } from '../declaration/examples.ts';
import { traceStep } from './trace-step.ts';

export const examples = examplesOf(traceStep, {
  more: [
    {
      title: 'Into a trace of its own',
      args: { ref: 'main', doc: 'cache-trace', step: 'Try shorter keys.', mode: 'plan' },
    },
  ],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      args: { ref: 'idea/cahce', step: 'Measured the hit rate.' },
    },
  },
});
