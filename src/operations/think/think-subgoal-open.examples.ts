/** Examples of `think_subgoal_open`. */

import { examplesOf } from '../declaration/examples.ts';
import { CARD_SCENE } from './scenes/card-scene.ts';
import { thinkSubgoalOpen } from './think-subgoal-open.ts';

export const examples = examplesOf(thinkSubgoalOpen, {
  before: CARD_SCENE,
  refusals: {
    UNKNOWN_ID: {
      title: 'No such question',
      before: CARD_SCENE,
      args: { question_id: 'q9' },
    },
  },
});
