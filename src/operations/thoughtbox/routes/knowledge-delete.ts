/** `knowledge delete`: deletes a pattern. The journal keeps what it said. */

import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { KNOWLEDGE, noEntry, oneEntry } from '../steps/knowledge-entries.ts';

export const knowledgeDelete = defineRoute({
  ...KNOWLEDGE,
  ...oneEntry,
  subOperation: 'delete',
  aliases: ['delete_pattern'],
  does: writes(),
  async run({ id }, { tx }) {
    if (!(await tx.thoughts.pattern(id))) return noEntry('pattern', id);
    await tx.append([{ type: 'pattern_deleted', entity: `pattern:${id}`, payload: { id } }]);
    return answer({ id, deleted: true });
  },
});
