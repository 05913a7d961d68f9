/** `think_frontier`: what is still open. */

import { answer, defineOperation } from '../define-operation.ts';
import { budget } from '../fields.ts';
import { CARD_SCENE } from './card-scene.ts';
import { frontierFields, frontierLimits } from './frontier-fields.ts';
import { FRONTIER_TRIMS } from './frontier-trims.ts';
import { frontier, frontierView } from './read-cards.ts';
import { readingScope, thinkPlace } from './think-place.ts';

const acme = { workspace: 'acme' };

export const thinkFrontier = defineOperation({
  name: 'think_frontier',
  title: 'Open ends',
  description: 'The open hypotheses, questions, subgoals and tests of a branch, newest first.',
  family: 'reasoning',
  effect: 'read',
  scoped: true,
  input: { ...readingScope, ...frontierFields, ...budget },
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', before: CARD_SCENE, args: { ...acme, ref: 'x' } },
  },
  examples: [{ title: 'What is open?', before: CARD_SCENE, args: acme }],
  trims: FRONTIER_TRIMS,
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
