/** `think_frontier`: the open cards by type. */

import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads, scoped } from '../declaration/facets.ts';
import { frontierFields, frontierLimits } from './steps/frontier-fields.ts';
import { FRONTIER_TRIMS } from './steps/frontier-trims.ts';
import { frontierView, readFrontier } from './steps/read-cards.ts';
import { readingScope, thinkPlace } from './steps/think-place.ts';

export const thinkFrontier = defineOperation({
  name: 'think_frontier',
  title: 'Open cards',
  description:
    'Lists the open hypotheses, questions, subgoals and tests of a branch, newest first.',
  toolset: 'reasoning',
  does: reads(FRONTIER_TRIMS).and(scoped(readingScope)),
  input: frontierFields,
  example: { title: 'What is open?', args: {} },
  async run(input, { tx, scope }) {
    const place = thinkPlace(scope, input);
    const found = await readFrontier(tx, place, frontierLimits(input));
    return answer({
      branch: place.branch.name,
      graph_doc: place.graph,
      frontier: frontierView(found),
      truncated: false,
    });
  },
});
