/** Examples of `tag_list`. */

import { examplesOf } from '../declaration/examples.ts';
import { tagList } from './tag-list.ts';

export const examples = examplesOf(tagList, {
  before: [
    { tool: 'notes_commit', args: { content: 'Use WAL mode.' } },
    { tool: 'tag_create', args: { name: 'agreed' } },
  ],
});
