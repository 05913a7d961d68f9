/** Examples of `graph_restructure`. */

import { examplesOf } from '../declaration/examples.ts';
import { graphRestructure } from './graph-restructure.ts';
import {
  HELD_SCENE,
  LEXER,
  NUMBERS,
  ROOT,
  SECOND_ROOT,
  STRINGS,
  WORK_SCENE,
} from './scenes/work-scene.ts';

export const examples = examplesOf(graphRestructure, {
  before: WORK_SCENE,
  more: [
    {
      title: 'Merge two nodes that mean the same',
      before: WORK_SCENE,
      args: { operations: [{ op: 'merge', source: STRINGS, target: NUMBERS }] },
    },
    {
      title: 'Drop a node that is no longer needed',
      before: WORK_SCENE,
      args: {
        operations: [{ op: 'drop', node_id: NUMBERS, reason: 'The platform reads numbers' }],
      },
    },
  ],
  refusals: {
    NODE_NOT_FOUND: {
      title: 'No such node',
      before: WORK_SCENE,
      args: { operations: [{ op: 'drop', node_id: 'nowhere', reason: 'Not needed' }] },
    },
    CYCLE_DETECTED: {
      title: 'Under its own child',
      before: WORK_SCENE,
      args: { operations: [{ op: 'move', node_id: LEXER, new_parent: NUMBERS }] },
    },
    CROSS_PROJECT: {
      title: 'Into another project',
      before: [
        { tool: 'graph_open', args: { project: 'printer' } },
        { tool: 'graph_open', args: { project: 'parser' } },
      ],
      args: { operations: [{ op: 'merge', source: ROOT, target: SECOND_ROOT }] },
    },
    CLAIM_HELD: {
      title: 'Another agent holds a part of it, and the server enforces claims',
      before: HELD_SCENE,
      args: { operations: [{ op: 'drop', node_id: LEXER, reason: 'Not needed' }] },
      server: { claims: 'fenced' },
    },
  },
});
