/** Examples of `commit`. */

import { examplesOf } from '../declaration/examples.ts';
import { commit } from './commit.ts';

export const examples = examplesOf(commit, {
  more: [
    {
      title: 'Into two documents at once',
      args: {
        artifact: 'The disk may fill up.',
        message: 'A risk',
        docs: ['notes', 'risks'],
      },
    },
  ],
});
