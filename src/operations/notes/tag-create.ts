/** `tag_create`: a name for a note. */

import * as z from 'zod';
import { createTag } from '../../domain/refs/tag.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { branch, workspace } from '../fields.ts';
import { noteNamed } from './resolve-ref.ts';
import { tagView } from './tag-view.ts';

const acme = { workspace: 'acme' };
const note = { tool: 'notes_commit', args: { ...acme, content: 'Use WAL mode.' } };

export const tagCreate = defineOperation({
  name: 'tag_create',
  title: 'Tag a note',
  description:
    'Names a note, so that log and reset find it: one by its seq, or the head of a branch or tag. With force, moves a tag that exists.',
  family: 'reasoning',
  effect: 'write',
  destructive: true,
  input: {
    workspace,
    name: z.string().describe('New name'),
    from: z
      .union([z.int().min(1), branch])
      .optional()
      .describe('Seq, tag or branch; default: the checkout'),
    force: z.boolean().default(false),
  },
  refusals: {
    CONFLICT: {
      title: 'The name is taken',
      before: [note, { tool: 'tag_create', args: { ...acme, name: 'agreed' } }],
      args: { ...acme, name: 'agreed' },
    },
    UNKNOWN_ID: { title: 'Nothing to tag yet', args: { ...acme, name: 'agreed' } },
    INVALID_NAME: { title: 'A number', before: [note], args: { ...acme, name: '12' } },
  },
  examples: [
    { title: 'Tag the newest note', before: [note], args: { ...acme, name: 'agreed' } },
    {
      title: 'Move a tag',
      before: [note, { tool: 'tag_create', args: { ...acme, name: 'agreed' } }, note],
      args: { ...acme, name: 'agreed', from: 'main', force: true },
    },
  ],
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
    if (!tag) throw new Error('a tag just made is missing');
    return answer({ workspace: id, tag: tagView(tag) });
  },
});
