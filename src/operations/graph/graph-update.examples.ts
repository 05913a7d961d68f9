/** Examples of `graph_update`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphUpdate } from './graph-update.ts';
import { HELD_SCENE, NUMBERS, TAKEN_SCENE, WORK_SCENE } from './scenes/work-scene.ts';

export const examples = examplesOf(graphUpdate, {
  before: WORK_SCENE,
  more: [
    {
      title: 'Given back, with a word to the next',
      before: TAKEN_SCENE,
      args: {
        updates: [{ node_id: NUMBERS, release: true, hint: 'Exponents are still missing' }],
      },
    },
  ],
  refusals: {
    NODE_NOT_FOUND: {
      title: 'No such node',
      before: WORK_SCENE,
      args: { updates: [{ node_id: 'nowhere', resolved: true }] },
    },
    EVIDENCE_REQUIRED: {
      title: 'Done, but nothing shows it',
      before: WORK_SCENE,
      args: { updates: [{ node_id: NUMBERS, resolved: true }] },
      server: { evidenceOnResolve: 'require' },
    },
    CLAIM_HELD: {
      title: 'Another agent has it, and claims are fences',
      before: HELD_SCENE,
      args: { updates: [{ node_id: NUMBERS, state: 'begun' }] },
      server: { claims: 'fenced' },
    },
  },
});
