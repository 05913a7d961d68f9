/** Examples of `think_query`. */

import { examplesOf } from '../declaration/examples.ts';
import { CARD_SCENE } from './scenes/card-scene.ts';
import { thinkQuery } from './think-query.ts';

export const examples = examplesOf(thinkQuery, {
  before: CARD_SCENE,
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', before: CARD_SCENE, args: { ref: 'x' } },
  },
});
