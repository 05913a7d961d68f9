/** Examples of `graph_query`. */

import { examplesOf } from '../declaration/examples.ts';
import { WORK_SCENE } from '../work/scenes/work-scene.ts';
import { graphQuery } from './graph-query.ts';

export const examples = examplesOf(graphQuery, {
  before: [
    {
      tool: 'graph_apply',
      args: {
        ops: [
          {
            op: 'node_upsert',
            id: 'q1',
            type: 'question',
            title: 'Which queue?',
            status: 'open',
          },
        ],
      },
    },
  ],
  more: [
    {
      title: 'Work that is ready',
      before: WORK_SCENE,
      args: { project: 'parser', filter: { is_actionable: true } },
    },
  ],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      before: [{ tool: 'init', args: {} }],
      args: { branch: 'mian' },
    },
    PROJECT_NOT_FOUND: {
      title: 'No such project',
      before: WORK_SCENE,
      args: { project: 'pasrer' },
    },
    NODE_NOT_FOUND: {
      title: 'Below an unknown node',
      before: WORK_SCENE,
      args: { project: 'parser', filter: { ancestor: 'nowhere' } },
    },
  },
});
