/** `knowledge list_notes`: notes by words, page by page, without their content. */

import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { KNOWLEDGE, listAnswer, listInput } from '../steps/knowledge-entries.ts';

export const knowledgeListNotes = defineRoute({
  ...KNOWLEDGE,
  subOperation: 'list_notes',
  aliases: ['list_notes'],
  does: reads(),
  input: listInput,
  run(input, { tx }) {
    const filter = { text: input.search };
    return listAnswer('note', (page) => tx.thoughts.notes(filter, page), input);
  },
});
