/** Examples of `think_link`. */

import { examplesOf } from '../declaration/examples.ts';
import { CARD_SCENE } from './scenes/card-scene.ts';
import { thinkLink } from './think-link.ts';

export const examples = examplesOf(thinkLink, {
  before: CARD_SCENE,
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      before: CARD_SCENE,
      args: { ref: 'x', from: 'h1', rel: 'answers', to: 'q1' },
    },
  },
});
