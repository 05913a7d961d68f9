/** Examples of `graph_conflict_resolve`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphConflictResolve } from './graph-conflict-resolve.ts';
import { CONFLICT_SCENE, SCENE_CONFLICT_ID } from './scenes/conflict-scene.ts';

const decided = {
  tool: 'graph_conflict_resolve',
  args: { conflict_id: SCENE_CONFLICT_ID, resolution: 'use_into' },
};

export const examples = examplesOf(graphConflictResolve, {
  before: CONFLICT_SCENE,
  refusals: {
    UNKNOWN_ID: {
      title: 'No such conflict',
      args: { conflict_id: `CONFLICT-${'0'.repeat(32)}`, resolution: 'use_from' },
    },
    CONFLICT: {
      title: 'It is already resolved',
      before: [...CONFLICT_SCENE, decided],
      args: { conflict_id: SCENE_CONFLICT_ID, resolution: 'use_from' },
    },
  },
});
