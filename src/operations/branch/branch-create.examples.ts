/** Examples of `branch_create`. */

import { examplesOf } from '../declaration/examples.ts';
import { branchCreate } from './branch-create.ts';

export const examples = examplesOf(branchCreate, {
  more: [{ title: 'From a named base', args: { name: 'idea/queue', from: 'main' } }],
  refusals: {
    CONFLICT: {
      title: 'The name is taken',
      before: [{ tool: 'branch_create', args: { name: 'idea/cache' } }],
      args: { name: 'idea/cache' },
    },
    UNKNOWN_ID: { title: 'No such base', args: { name: 'idea/x', from: 'mian' } },
    INVALID_NAME: { title: 'A name reserved for tasks', args: { name: 'task/TASK-001' } },
  },
});
