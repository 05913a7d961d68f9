/** Examples of `think_context`. */

import { examplesOf } from '../declaration/examples.ts';
import { CARD_SCENE } from './scenes/card-scene.ts';
import { thinkContext } from './think-context.ts';

export const examples = examplesOf(thinkContext, {
  before: CARD_SCENE,
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', before: CARD_SCENE, args: { branch: 'x' } },
  },
});
