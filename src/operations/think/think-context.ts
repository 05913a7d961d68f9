/** `think_context`: the newest cards, to resume a line of thought. */

import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads, scoped } from '../declaration/facets.ts';
import { limit } from '../declaration/fields.ts';
import { cardStats, cardTrims, cardView, readCards } from './steps/read-cards.ts';
import { thinkPlace, writingScope } from './steps/think-place.ts';

const { trace_doc: _trace, ...place } = writingScope;

export const thinkContext = defineOperation({
  name: 'think_context',
  title: 'Thinking context',
  description: 'The newest cards of a branch, with their number by type.',
  toolset: 'reasoning',
  does: reads(cardTrims('cards')).and(scoped(place, { onBranch: true })),
  input: { limit_cards: limit(30, 200) },
  example: { title: 'Where were we?', args: {} },
  async run(input, { tx, scope }) {
    const { branch, graph } = thinkPlace(scope, input);
    const found = await readCards(
      tx,
      thinkPlace(scope, input),
      {},
      { limit: input.limit_cards + 1 },
    );
    const cards = found.slice(0, input.limit_cards);
    return answer({
      branch: branch.name,
      graph_doc: graph,
      stats: cardStats(cards),
      cards: cards.map(cardView),
      truncated: found.length > cards.length,
    });
  },
});
