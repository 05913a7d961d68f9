/** Examples of `show`. */

import { examplesOf } from '../declaration/examples.ts';
import { show } from './show.ts';

export const examples = examplesOf(show, {
  before: [{ tool: 'notes_commit', args: { content: 'Use WAL mode.' } }],
  more: [
    {
      title: 'In a small budget',
      before: [
        {
          tool: 'notes_commit',
          args: { content: `Long story. ${'More of it. '.repeat(40)}` },
        },
      ],
      args: { doc: 'notes', max_chars: 400 },
    },
  ],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      before: [{ tool: 'init', args: {} }],
      args: { branch: 'mian', doc: 'notes' },
    },
  },
});
