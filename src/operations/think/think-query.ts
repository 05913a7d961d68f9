/** `think_query`: finds cards by filters. */

import * as z from 'zod';
import { canonicalTags } from '../../domain/graph/graph-names.ts';
import { newestPage, readCursor } from '../../kernel/paging.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads, scoped } from '../declaration/facets.ts';
import { limit, names, versionCursor } from '../declaration/fields.ts';
import { cardTrims, cardView, readCards } from './steps/read-cards.ts';
import { readingScope, thinkPlace } from './steps/think-place.ts';

export const thinkQuery = defineOperation({
  name: 'think_query',
  title: 'Query cards',
  description:
    'Finds cards by id, type, status, tags or text: those that match all filters, newest first.',
  toolset: 'reasoning',
  does: reads(cardTrims('cards', true)).and(scoped(readingScope)),
  input: {
    ids: names.optional(),
    types: names.optional(),
    status: z.string().max(128).optional(),
    tags_any: names.optional(),
    tags_all: names.optional(),
    text: z.string().max(1_000).optional().describe('Words in title or text'),
    cursor: versionCursor,
    limit: limit(50, 200),
  },
  example: { title: 'By words', args: { text: 'cache' } },
  async run(input, { tx, scope }) {
    const tagsAny = input.tags_any && canonicalTags(input.tags_any, 'tags_any');
    if (isRefusal(tagsAny)) return tagsAny;
    const tagsAll = input.tags_all && canonicalTags(input.tags_all, 'tags_all');
    if (isRefusal(tagsAll)) return tagsAll;
    const place = thinkPlace(scope, input);
    const { ids, types, status, text } = input;
    const filter = { ids, ...(types ? { types } : {}), status, text, tagsAny, tagsAll };
    const page = { cursor: input.cursor ?? undefined, limit: input.limit };
    const found = await readCards(tx, place, filter, {
      before: readCursor(page.cursor),
      limit: page.limit + 1,
    });
    const { rows, pagination } = newestPage(found, page);
    return answer({
      branch: place.branch.name,
      graph_doc: place.graph,
      cards: rows.map(cardView),
      pagination,
      truncated: false,
    });
  },
});
