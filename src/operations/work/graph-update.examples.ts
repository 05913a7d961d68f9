/** Examples of `graph_update`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphUpdate } from './graph-update.ts';
import {
  HELD_SCENE,
  KNOT_SCENE,
  NUMBERS,
  RESOLVED_PART,
  TAKEN_SCENE,
  WORK_SCENE,
} from './scenes/work-scene.ts';

export const examples = examplesOf(graphUpdate, {
  before: WORK_SCENE,
  more: [
    {
      title: 'Release a claim with a hint for the next agent',
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
      title: 'Resolved without evidence, where it is required',
      before: WORK_SCENE,
      args: { updates: [{ node_id: NUMBERS, resolved: true }] },
      server: { evidenceOnResolve: 'require' },
    },
    CYCLE_DETECTED: {
      title: 'Open again, it would wait for itself',
      before: KNOT_SCENE,
      args: { node_id: RESOLVED_PART, resolved: false },
    },
    CLAIM_HELD: {
      title: 'Another agent holds it, and the server enforces claims',
      before: HELD_SCENE,
      args: { updates: [{ node_id: NUMBERS, state: 'begun' }] },
      server: { claims: 'fenced' },
    },
  },
});
