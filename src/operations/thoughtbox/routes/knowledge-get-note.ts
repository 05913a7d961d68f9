/** `knowledge get_note`: one note, with its content. */

import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import {
  entryAnswer,
  entryTrims,
  KNOWLEDGE,
  noEntry,
  oneEntry,
} from '../steps/knowledge-entries.ts';

export const knowledgeGetNote = defineRoute({
  ...KNOWLEDGE,
  ...oneEntry,
  subOperation: 'get_note',
  aliases: ['get_note'],
  does: reads(entryTrims),
  async run(input, { tx }) {
    const found = await tx.thoughts.note(input.id);
    return found ? entryAnswer(found) : noEntry('note', input.id);
  },
});
