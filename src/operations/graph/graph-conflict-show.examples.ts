/** Examples of `graph_conflict_show`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphConflictShow } from './graph-conflict-show.ts';
import { CONFLICT_SCENE } from './scenes/conflict-scene.ts';

const nowhere = `CONFLICT-${'0'.repeat(32)}`;

export const examples = examplesOf(graphConflictShow, {
  before: CONFLICT_SCENE,
  refusals: {
    UNKNOWN_ID: {
      title: 'No such conflict',
      before: [{ tool: 'init', args: {} }],
      args: { conflict_id: nowhere },
    },
  },
});
