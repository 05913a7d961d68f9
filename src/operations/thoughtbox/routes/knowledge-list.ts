/** `knowledge list`: patterns by tags and words, page by page, without their content. */

import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { tags } from '../steps/gateway-fields.ts';
import { KNOWLEDGE, listAnswer, listInput } from '../steps/knowledge-entries.ts';

export const knowledgeList = defineRoute({
  ...KNOWLEDGE,
  subOperation: 'list',
  aliases: ['list_patterns'],
  does: reads(),
  input: { tags, ...listInput },
  run(input, { tx }) {
    const filter = { tags: input.tags, text: input.search };
    return listAnswer('pattern', (page) => tx.thoughts.patterns(filter, page), input);
  },
});
