/** `think_context`: the newest cards, for getting back into a line of thought. */

import { answer, defineOperation } from '../define-operation.ts';
import { budget, limit } from '../fields.ts';
import { CARD_SCENE } from './card-scene.ts';
import { cardStats, cardTrims, cardView, readCards } from './read-cards.ts';
import { thinkPlace, writingScope } from './think-place.ts';

const acme = { workspace: 'acme' };
const { trace_doc: _trace, ...place } = writingScope;

export const thinkContext = defineOperation({
  name: 'think_context',
  title: 'Thinking context',
  description: 'The newest cards of a branch, with how many there are of each type among them.',
  family: 'reasoning',
  effect: 'read',
  scoped: true,
  targetOnBranch: true,
  input: { ...place, limit_cards: limit(30, 200), ...budget },
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', before: CARD_SCENE, args: { ...acme, branch: 'x' } },
  },
  examples: [{ title: 'Where were we?', before: CARD_SCENE, args: acme }],
  trims: cardTrims('cards'),
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
