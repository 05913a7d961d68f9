/** `knowledge delete_note`: deletes a note. The journal keeps what it said. */

import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { KNOWLEDGE, noEntry, oneEntry } from '../steps/knowledge-entries.ts';

export const knowledgeDeleteNote = defineRoute({
  ...KNOWLEDGE,
  ...oneEntry,
  subOperation: 'delete_note',
  aliases: ['delete_note'],
  does: writes(),
  async run({ id }, { tx }) {
    if (!(await tx.thoughts.note(id))) return noEntry('note', id);
    await tx.append([{ type: 'scratchpad_deleted', entity: `scratchpad:${id}`, payload: { id } }]);
    return answer({ id, deleted: true });
  },
});
