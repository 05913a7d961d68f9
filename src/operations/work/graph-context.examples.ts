/** Examples of `graph_context`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphContext } from './graph-context.ts';
import { WORK_SCENE } from './scenes/work-scene.ts';

export const examples = examplesOf(graphContext, {
  before: WORK_SCENE,
  refusals: {
    NODE_NOT_FOUND: {
      title: 'No such node',
      before: WORK_SCENE,
      args: { node_id: 'nowhere' },
    },
  },
});
