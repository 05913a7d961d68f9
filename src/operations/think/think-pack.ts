/** `think_pack`: the newest cards and the open ones, in one answer. */

import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads, scoped } from '../declaration/facets.ts';
import { limit } from '../declaration/fields.ts';
import { frontierFields, frontierLimits } from './steps/frontier-fields.ts';
import { FRONTIER_TRIMS } from './steps/frontier-trims.ts';
import {
  cardStats,
  cardTrims,
  cardView,
  frontierView,
  readCards,
  readFrontier,
} from './steps/read-cards.ts';
import { readingScope, thinkPlace } from './steps/think-place.ts';

export const thinkPack = defineOperation({
  name: 'think_pack',
  title: 'Thinking pack',
  description:
    'The newest cards with their counts, and the open hypotheses, questions, subgoals and tests.',
  toolset: 'reasoning',
  does: reads([...cardTrims('candidates'), ...FRONTIER_TRIMS]).and(scoped(readingScope)),
  input: { limit_candidates: limit(30, 200), ...frontierFields },
  example: { title: 'All at once', args: {} },
  async run(input, { tx, scope }) {
    const place = thinkPlace(scope, input);
    const found = await readCards(tx, place, {}, { limit: input.limit_candidates + 1 });
    const cards = found.slice(0, input.limit_candidates);
    return answer({
      branch: place.branch.name,
      graph_doc: place.graph,
      stats: await cardStats(tx, place),
      candidates: cards.map(cardView),
      frontier: frontierView(await readFrontier(tx, place, frontierLimits(input))),
      truncated: found.length > cards.length,
    });
  },
});
