/** Examples of `tag_delete`. */

import { examplesOf } from '../declaration/examples.ts';
import { tagDelete } from './tag-delete.ts';

export const examples = examplesOf(tagDelete, {
  before: [
    { tool: 'notes_commit', args: { content: 'Use WAL mode.' } },
    { tool: 'tag_create', args: { name: 'agreed' } },
  ],
});
