/** `tag_delete`: a tag goes, its note stays. */

import { deleteTag } from '../../domain/refs/tag.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { branch, workspace } from '../fields.ts';

const acme = { workspace: 'acme' };

export const tagDelete = defineOperation({
  name: 'tag_delete',
  title: 'Delete a tag',
  description: 'Deletes a tag; the note it points to stays. A tag that is not there is no error.',
  family: 'reasoning',
  effect: 'write',
  destructive: true,
  idempotent: true,
  input: { workspace, name: branch },
  refusals: {},
  examples: [
    {
      title: 'No longer needed',
      before: [
        { tool: 'notes_commit', args: { ...acme, content: 'Use WAL mode.' } },
        { tool: 'tag_create', args: { ...acme, name: 'agreed' } },
      ],
      args: { ...acme, name: 'agreed' },
    },
  ],
  async run(input, { tx, workspace: id }) {
    const found = await tx.refs.tag(input.name);
    if (found) await tx.append([deleteTag(found.name)]);
    return answer({ workspace: id, name: input.name, deleted: found !== undefined });
  },
});
