/** Examples of `tag_create`. */

import { examplesOf } from '../declaration/examples.ts';
import { tagCreate } from './tag-create.ts';

const note = { tool: 'notes_commit', args: { content: 'Use WAL mode.' } };

export const examples = examplesOf(tagCreate, {
  before: [note],
  more: [
    {
      title: 'Move a tag',
      before: [note, { tool: 'tag_create', args: { name: 'agreed' } }, note],
      args: { name: 'agreed', from: 'main', force: true },
    },
  ],
  refusals: {
    CONFLICT: {
      title: 'The name is taken',
      before: [note, { tool: 'tag_create', args: { name: 'agreed' } }],
      args: { name: 'agreed' },
    },
    UNKNOWN_ID: { title: 'Nothing to tag yet', args: { name: 'agreed' } },
    INVALID_NAME: { title: 'A number', before: [note], args: { name: '12' } },
  },
});
