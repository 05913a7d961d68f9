/** `think_context`: the newest cards, to resume a line of thought. */

import { newestPage, readCursor } from '../../kernel/paging.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads, scoped } from '../declaration/facets.ts';
import { limit, versionCursor } from '../declaration/fields.ts';
import { cardStats, cardTrims, cardView, readCards } from './steps/read-cards.ts';
import { thinkPlace, writingScope } from './steps/think-place.ts';

const { trace_doc: _trace, ...readable } = writingScope;

export const thinkContext = defineOperation({
  name: 'think_context',
  title: 'Thinking context',
  description:
    'The newest cards of a branch, with the number of all cards by type; next_cursor leads to older ones.',
  toolset: 'reasoning',
  does: reads(cardTrims('cards', true)).and(scoped(readable, { onBranch: true })),
  input: { cursor: versionCursor, limit_cards: limit(30, 200) },
  example: { title: 'Where were we?', args: {} },
  async run(input, { tx, scope }) {
    const place = thinkPlace(scope, input);
    const page = { cursor: input.cursor ?? undefined, limit: input.limit_cards };
    const before = readCursor(page.cursor);
    const found = await readCards(tx, place, {}, { before, limit: page.limit + 1 });
    const { rows, pagination } = newestPage(found, page);
    return answer({
      branch: place.branch.name,
      graph_doc: place.graph,
      stats: await cardStats(tx, place),
      cards: rows.map(cardView),
      pagination,
      truncated: pagination.has_more,
    });
  },
});
