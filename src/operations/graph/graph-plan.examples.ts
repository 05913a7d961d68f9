/** Examples of `graph_plan`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphPlan } from './graph-plan.ts';
import { OPEN_SCENE, ROOT, SECOND_ROOT, WORK_SCENE } from './scenes/work-scene.ts';

const one = (more: object) => ({
  nodes: [{ ref: 'a', parent_ref: ROOT, summary: 'Write the lexer', ...more }],
});

export const examples = examplesOf(graphPlan, {
  before: OPEN_SCENE,
  more: [
    {
      title: 'One more',
      before: WORK_SCENE,
      args: one({ properties: { priority: 5, area: 'lexer' } }),
    },
  ],
  refusals: {
    DUPLICATE_REF: {
      title: 'One name for two',
      before: OPEN_SCENE,
      args: { nodes: [one({}).nodes[0], one({}).nodes[0]] as never },
    },
    MISSING_PARENT: {
      title: 'Under nothing',
      before: OPEN_SCENE,
      args: { nodes: [{ ref: 'a', summary: 'Write the lexer' }] },
    },
    INVALID_PARENT_REF: {
      title: 'Under nobody knows what',
      before: OPEN_SCENE,
      args: one({ parent_ref: 'nowhere' }),
    },
    INVALID_DEPENDS_ON: {
      title: 'After nobody knows what',
      before: OPEN_SCENE,
      args: one({ depends_on: ['nowhere'] }),
    },
    CYCLE_DETECTED: {
      title: 'After itself',
      before: OPEN_SCENE,
      args: one({ depends_on: ['a'] }),
    },
    CROSS_PROJECT: {
      title: 'After another project',
      before: [...OPEN_SCENE, { tool: 'graph_open', args: { project: 'printer' } }],
      args: one({ depends_on: [SECOND_ROOT] }),
    },
  },
});
