/** `tag_create`: gives a name to a note. */

import * as z from 'zod';
import { createTag } from '../../domain/refs/tag.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { branch } from '../declaration/fields.ts';
import { noteNamed } from './steps/resolve-ref.ts';
import { tagView } from './steps/tag-view.ts';

export const tagCreate = defineOperation({
  name: 'tag_create',
  title: 'Tag a note',
  description:
    'Tags a note with a name that log and reset accept: the note with a seq, the head of a branch, or the note of another tag. force moves an existing tag.',
  toolset: 'reasoning',
  does: writes({ destructive: true }),
  input: {
    name: z.string().describe('New name'),
    from: z
      .union([z.int().min(1), branch])
      .optional()
      .describe('Seq, tag or branch; default: the checkout'),
    force: z.boolean().default(false),
  },
  refusals: ['CONFLICT', 'UNKNOWN_ID', 'INVALID_NAME'],
  example: { title: 'Tag the newest note', args: { name: 'agreed' } },
  async run(input, { tx, workspace: id }) {
    const place = await noteNamed(tx, input.from, 'from');
    if (isRefusal(place)) return place;
    const taken = {
      tag: await tx.refs.tag(input.name),
      branch: await tx.branches.byName(input.name),
    };
    const draft = createTag({ name: input.name, place, taken, force: input.force });
    if (isRefusal(draft)) return draft;
    await tx.append([draft]);
    const tag = await tx.refs.tag(input.name);
    if (!tag) throw new Error('a tag just created is missing');
    return answer({ workspace: id, tag: tagView(tag) });
  },
});
