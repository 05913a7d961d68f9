/** Examples of `docs_list`. */

import { examplesOf } from '../declaration/examples.ts';
import { docsList } from './docs-list.ts';
import { UNKNOWN_REF } from './scenes/unknown-ref-scene.ts';

export const examples = examplesOf(docsList, {
  before: [
    {
      tool: 'commit',
      args: {
        artifact: 'The disk may fill up.',
        message: 'A risk',
        docs: ['notes', 'risks'],
      },
    },
  ],
  refusals: { UNKNOWN_ID: UNKNOWN_REF },
});
