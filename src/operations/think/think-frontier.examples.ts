/** Examples of `think_frontier`. */

import { examplesOf } from '../declaration/examples.ts';
import { CARD_SCENE } from './scenes/card-scene.ts';
import { thinkFrontier } from './think-frontier.ts';

export const examples = examplesOf(thinkFrontier, {
  before: CARD_SCENE,
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', before: CARD_SCENE, args: { ref: 'x' } },
  },
});
