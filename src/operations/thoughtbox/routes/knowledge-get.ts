/** `knowledge get`: one pattern, with its content. */

import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import {
  entryAnswer,
  entryTrims,
  KNOWLEDGE,
  noEntry,
  oneEntry,
} from '../steps/knowledge-entries.ts';

export const knowledgeGet = defineRoute({
  ...KNOWLEDGE,
  ...oneEntry,
  subOperation: 'get',
  aliases: ['get_pattern'],
  does: reads(entryTrims),
  async run(input, { tx }) {
    const found = await tx.thoughts.pattern(input.id);
    return found ? entryAnswer(found) : noEntry('pattern', input.id);
  },
});
