/** Examples of `think_next`. */

import { examplesOf } from '../declaration/examples.ts';
import { CARD_SCENE } from './scenes/card-scene.ts';
import { thinkNext } from './think-next.ts';

export const examples = examplesOf(thinkNext, {
  before: CARD_SCENE,
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', before: CARD_SCENE, args: { ref: 'x' } },
  },
});
