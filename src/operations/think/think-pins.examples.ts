/** Examples of `think_pins`. */

import { examplesOf } from '../declaration/examples.ts';
import { CARD_SCENE } from './scenes/card-scene.ts';
import { thinkPins } from './think-pins.ts';

export const examples = examplesOf(thinkPins, {
  before: [...CARD_SCENE, { tool: 'think_pin', args: { targets: 'q1' } }],
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', before: CARD_SCENE, args: { ref: 'x' } },
  },
});
