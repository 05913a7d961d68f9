/** Examples of `think_pin`. */

import { examplesOf } from '../declaration/examples.ts';
import { CARD_SCENE } from './scenes/card-scene.ts';
import { thinkPin } from './think-pin.ts';

export const examples = examplesOf(thinkPin, {
  before: CARD_SCENE,
  refusals: {
    UNKNOWN_ID: { title: 'No such card', before: CARD_SCENE, args: { targets: 'h9' } },
  },
});
