/** Examples of `think_pack`. */

import { examplesOf } from '../declaration/examples.ts';
import { CARD_SCENE } from './scenes/card-scene.ts';
import { thinkPack } from './think-pack.ts';

export const examples = examplesOf(thinkPack, {
  before: CARD_SCENE,
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', before: CARD_SCENE, args: { ref: 'x' } },
  },
});
