/** Examples of `graph_history`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphHistory } from './graph-history.ts';
import { WORK_SCENE } from './scenes/work-scene.ts';

export const examples = examplesOf(graphHistory, {
  before: WORK_SCENE,
  refusals: {
    NODE_NOT_FOUND: {
      title: 'No such node',
      before: WORK_SCENE,
      args: { node_id: 'nowhere' },
    },
  },
});
