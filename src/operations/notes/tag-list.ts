/** `tag_list`: lists the tags of the workspace. */

import { cutList } from '../../kernel/cuts/list-cuts.ts';
import { omit } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';
import { limit } from '../declaration/fields.ts';
import { tagView } from './steps/tag-view.ts';

export const tagList = defineOperation({
  name: 'tag_list',
  title: 'List tags',
  description: 'Lists the tags of the workspace, last set first, each with the note it points to.',
  toolset: 'reasoning',
  does: reads([...cutList('tags', { from: 'back', counted: true }), omit('count')]),
  input: { limit: limit(200, 500) },
  example: { title: 'One tag', args: {} },
  async run(input, { tx, workspace: id }) {
    const found = await tx.refs.tags(input.limit + 1);
    const tags = found.slice(0, input.limit).map(tagView);
    return answer({
      workspace: id,
      tags,
      count: tags.length,
      truncated: found.length > input.limit,
    });
  },
});
