/** Examples of `think_set_status`. */

import { examplesOf } from '../declaration/examples.ts';
import { CARD_SCENE } from './scenes/card-scene.ts';
import { thinkSetStatus } from './think-set-status.ts';

export const examples = examplesOf(thinkSetStatus, {
  before: CARD_SCENE,
  refusals: {
    UNKNOWN_ID: {
      title: 'No such card',
      before: CARD_SCENE,
      args: { targets: 'h9', status: 'closed' },
    },
  },
});
