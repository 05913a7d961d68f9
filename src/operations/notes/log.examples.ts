/** Examples of `log`. */

import { examplesOf } from '../declaration/examples.ts';
import { log } from './log.ts';
import { UNKNOWN_REF } from './scenes/unknown-ref-scene.ts';

export const examples = examplesOf(log, {
  before: [
    {
      tool: 'commit',
      args: { artifact: 'Readers never wait.', message: 'Use WAL mode' },
    },
  ],
  refusals: { UNKNOWN_ID: UNKNOWN_REF },
});
