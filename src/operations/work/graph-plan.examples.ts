/** Examples of `graph_plan`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphPlan } from './graph-plan.ts';
import { OPEN_SCENE, ROOT, SECOND_ROOT, WORK_SCENE } from './scenes/work-scene.ts';

const one = (more: object) => ({
  nodes: [{ ref: 'a', parent_ref: ROOT, summary: 'Write the lexer', ...more }],
});

export const examples = examplesOf(graphPlan, {
  before: [],
  more: [
    {
      title: 'Only the project',
      before: [],
      args: { project: 'printer', goal: 'Print all of JSON' },
    },
    {
      title: 'Add one node',
      before: WORK_SCENE,
      args: one({ properties: { priority: 5, area: 'lexer' } }),
    },
  ],
  refusals: {
    DUPLICATE_REF: {
      title: 'Two nodes with the same ref',
      before: OPEN_SCENE,
      args: { nodes: [one({}).nodes[0], one({}).nodes[0]] as never },
    },
    MISSING_PARENT: {
      title: 'No parent',
      before: OPEN_SCENE,
      args: { nodes: [{ ref: 'a', summary: 'Write the lexer' }] },
    },
    INVALID_PARENT_REF: {
      title: 'An unknown parent',
      before: OPEN_SCENE,
      args: one({ parent_ref: 'nowhere' }),
    },
    INVALID_DEPENDS_ON: {
      title: 'An unknown dependency',
      before: OPEN_SCENE,
      args: one({ depends_on: ['nowhere'] }),
    },
    CYCLE_DETECTED: {
      title: 'A node that depends on itself',
      before: OPEN_SCENE,
      args: one({ depends_on: ['a'] }),
    },
    CROSS_PROJECT: {
      title: 'A dependency in another project',
      before: [...OPEN_SCENE, { tool: 'graph_open', args: { project: 'printer' } }],
      args: one({ depends_on: [SECOND_ROOT] }),
    },
  },
});
