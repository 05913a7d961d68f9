/** Examples of `think_pipeline`. */

import { examplesOf } from '../declaration/examples.ts';
import { thinkPipeline } from './think-pipeline.ts';

export const examples = examplesOf(thinkPipeline, {
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', args: { branch: 'idea/x', frame: 'Hm.' } },
  },
});
