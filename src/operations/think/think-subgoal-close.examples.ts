/** Examples of `think_subgoal_close`. */

import { examplesOf } from '../declaration/examples.ts';
import { CARD_SCENE } from './scenes/card-scene.ts';
import { thinkSubgoalClose } from './think-subgoal-close.ts';

/** The second card of the scene is entry 6, so the subgoal is numbered 8. */
const OPENED = [...CARD_SCENE, { tool: 'think_subgoal_open', args: { question_id: 'q1' } }];

export const examples = examplesOf(thinkSubgoalClose, {
  before: OPENED,
  refusals: {
    UNKNOWN_ID: {
      title: 'No such subgoal',
      before: OPENED,
      args: { subgoal_id: 'SUBGOAL-1' },
    },
  },
});
