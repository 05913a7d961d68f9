/** `tag_delete`: deletes a tag; its note stays. */

import { deleteTag } from '../../domain/refs/tag.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { branch } from '../declaration/fields.ts';

export const tagDelete = defineOperation({
  name: 'tag_delete',
  title: 'Delete a tag',
  description: 'Deletes a tag; the note it points to stays. A tag that does not exist is no error.',
  toolset: 'reasoning',
  does: writes({ destructive: true, idempotent: true }),
  input: { name: branch },
  example: { title: 'No longer needed', args: { name: 'agreed' } },
  async run(input, { tx, workspace: id }) {
    const found = await tx.refs.tag(input.name);
    if (found) await tx.append([deleteTag(found.name)]);
    return answer({ workspace: id, name: input.name, deleted: found !== undefined });
  },
});
