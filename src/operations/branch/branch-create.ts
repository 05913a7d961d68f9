/** `branch_create`: a new branch on a snapshot of another one. */

import * as z from 'zod';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { branch, workspace } from '../fields.ts';
import { branchView } from './branch-view.ts';
import { openBranch } from './open-branch.ts';

const acme = { workspace: 'acme' };

export const branchCreate = defineOperation({
  name: 'branch_create',
  title: 'Create a branch',
  description:
    'Creates a branch that sees its base as it is now, without copying; the checkout stays. Returns name, base and cutoff.',
  family: 'reasoning',
  effect: 'write',
  input: {
    workspace,
    name: z.string().describe('New name'),
    from: branch.optional().describe('Base; default: the checkout'),
  },
  refusals: {
    CONFLICT: {
      title: 'The name is taken',
      before: [{ tool: 'branch_create', args: { ...acme, name: 'idea/cache' } }],
      args: { ...acme, name: 'idea/cache' },
    },
    UNKNOWN_ID: { title: 'No such base', args: { ...acme, name: 'idea/x', from: 'mian' } },
    INVALID_NAME: { title: 'A name kept for tasks', args: { ...acme, name: 'task/TASK-001' } },
  },
  examples: [
    { title: 'Try an idea', args: { ...acme, name: 'idea/cache' } },
    { title: 'From a named base', args: { ...acme, name: 'idea/queue', from: 'main' } },
  ],
  async run(input, { tx, workspace: id }) {
    const made = await openBranch(tx, input.name, input.from);
    if (isRefusal(made)) return made;
    return answer({ workspace: id, branch: branchView(made) });
  },
});
