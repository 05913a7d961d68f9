/** `think_pins`: the pinned cards. */

import { newestPage, readCursor } from '../../kernel/paging.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads, scoped } from '../declaration/facets.ts';
import { limit, versionCursor } from '../declaration/fields.ts';
import { cardTrims, cardView, PINNED_TAG, readCards } from './steps/read-cards.ts';
import { readingScope, thinkPlace } from './steps/think-place.ts';

export const thinkPins = defineOperation({
  name: 'think_pins',
  title: 'Pinned cards',
  description: 'Lists the pinned cards of a branch, newest first.',
  toolset: 'reasoning',
  does: reads(cardTrims('pins', true)).and(scoped(readingScope)),
  input: { cursor: versionCursor, limit: limit(50, 200) },
  example: { title: 'One pin', args: {} },
  async run(input, { tx, scope }) {
    const place = thinkPlace(scope, input);
    const page = { cursor: input.cursor ?? undefined, limit: input.limit };
    const filter = { tagsAll: [PINNED_TAG] };
    const found = await readCards(tx, place, filter, {
      before: readCursor(page.cursor),
      limit: page.limit + 1,
    });
    const { rows, pagination } = newestPage(found, page);
    return answer({
      branch: place.branch.name,
      graph_doc: place.graph,
      pins: rows.map(cardView),
      pagination,
      truncated: false,
    });
  },
});
