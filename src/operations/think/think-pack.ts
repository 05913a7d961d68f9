/** `think_pack`: the newest cards and what is open among them, in one small answer. */

import { answer, defineOperation } from '../define-operation.ts';
import { budget, limit } from '../fields.ts';
import { CARD_SCENE } from './card-scene.ts';
import { frontierFields, frontierLimits } from './frontier-fields.ts';
import { FRONTIER_TRIMS } from './frontier-trims.ts';
import { cardStats, cardTrims, cardView, frontier, frontierView, readCards } from './read-cards.ts';
import { readingScope, thinkPlace } from './think-place.ts';

const acme = { workspace: 'acme' };

export const thinkPack = defineOperation({
  name: 'think_pack',
  title: 'Thinking pack',
  description:
    'The newest cards with their counts, and the open hypotheses, questions, subgoals and tests.',
  family: 'reasoning',
  effect: 'read',
  scoped: true,
  input: { ...readingScope, limit_candidates: limit(30, 200), ...frontierFields, ...budget },
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', before: CARD_SCENE, args: { ...acme, ref: 'x' } },
  },
  examples: [{ title: 'All at once', before: CARD_SCENE, args: acme }],
  trims: [...cardTrims('candidates'), ...FRONTIER_TRIMS],
  async run(input, { tx, scope }) {
    const place = thinkPlace(scope, input);
    const found = await readCards(tx, place, {}, { limit: input.limit_candidates + 1 });
    const cards = found.slice(0, input.limit_candidates);
    return answer({
      branch: place.branch.name,
      graph_doc: place.graph,
      stats: cardStats(cards),
      candidates: cards.map(cardView),
      frontier: frontierView(await frontier(tx, place, frontierLimits(input))),
      truncated: found.length > cards.length,
    });
  },
});
