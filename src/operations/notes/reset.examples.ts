/** Examples of `reset`. */

import { examplesOf } from '../declaration/examples.ts';
import { reset } from './reset.ts';

const note = { tool: 'notes_commit', args: { content: 'Use WAL mode.' } };

export const examples = examplesOf(reset, {
  before: [note, { tool: 'tag_create', args: { name: 'agreed' } }, note],
  refusals: {
    UNKNOWN_ID: { title: 'No such note', before: [note], args: { ref: 99 } },
  },
});
