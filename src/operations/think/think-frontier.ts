/** `think_frontier`: what is still open. */

import { answer, defineOperation } from '../define-operation.ts';
import { reads, scoped } from '../facets.ts';
import { frontierFields, frontierLimits } from './frontier-fields.ts';
import { FRONTIER_TRIMS } from './frontier-trims.ts';
import { frontier, frontierView } from './read-cards.ts';
import { readingScope, thinkPlace } from './think-place.ts';

export const thinkFrontier = defineOperation({
  name: 'think_frontier',
  title: 'Open ends',
  description: 'The open hypotheses, questions, subgoals and tests of a branch, newest first.',
  family: 'reasoning',
  does: reads(FRONTIER_TRIMS).and(scoped(readingScope)),
  input: frontierFields,
  example: { title: 'What is open?', args: {} },
  async run(input, { tx, scope }) {
    const place = thinkPlace(scope, input);
    const found = await frontier(tx, place, frontierLimits(input));
    return answer({
      branch: place.branch.name,
      graph_doc: place.graph,
      frontier: frontierView(found),
      truncated: false,
    });
  },
});
