/** Examples of `graph_connect`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphConnect } from './graph-connect.ts';
import { LEXER, NUMBERS, STRINGS, WORK_SCENE } from './scenes/work-scene.ts';

export const examples = examplesOf(graphConnect, {
  before: WORK_SCENE,
  more: [
    {
      title: 'A cycle is rejected',
      before: WORK_SCENE,
      args: {
        edges: [
          { from: NUMBERS, to: STRINGS, type: 'depends_on' },
          { from: NUMBERS, to: LEXER, type: 'depends_on' },
        ],
      },
    },
  ],
});
