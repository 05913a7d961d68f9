/** Examples of `notes_commit`. */

import { examplesOf } from '../declaration/examples.ts';
import { notesCommit } from './notes-commit.ts';

export const examples = examplesOf(notesCommit, {
  more: [
    {
      title: 'Into a document of its own',
      args: { branch: 'main', doc: 'risks', content: 'The disk may fill up.' },
    },
  ],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      args: { branch: 'idea/cahce', content: 'Hash the keys?' },
    },
  },
});
