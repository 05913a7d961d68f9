/** Examples of `graph_next`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphNext } from './graph-next.ts';
import { HELD_SCENE, LEXER, WORK_SCENE } from './scenes/work-scene.ts';

export const examples = examplesOf(graphNext, {
  before: WORK_SCENE,
  more: [
    {
      title: 'Only below one node',
      before: WORK_SCENE,
      args: { project: 'parser', scope: LEXER, count: 3 },
    },
    {
      title: 'Nothing to do, with the reason',
      before: HELD_SCENE,
      args: { project: 'parser' },
    },
  ],
  refusals: {
    PROJECT_NOT_FOUND: {
      title: 'No such project',
      before: WORK_SCENE,
      args: { project: 'pasrer' },
    },
    NODE_NOT_FOUND: {
      title: 'No such scope',
      before: WORK_SCENE,
      args: { project: 'parser', scope: 'nowhere' },
    },
  },
});
