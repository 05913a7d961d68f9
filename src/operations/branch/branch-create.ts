/** `branch_create`: creates a branch on a snapshot of another one. */

import * as z from 'zod';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { branch } from '../declaration/fields.ts';
import { branchView } from './steps/branch-view.ts';
import { openBranch } from './steps/open-branch.ts';

export const branchCreate = defineOperation({
  name: 'branch_create',
  title: 'Create a branch',
  description:
    'Creates a branch that sees its base as it is now, without copying; the checkout does not change. Returns name, base and cutoff.',
  toolset: 'reasoning',
  does: writes(),
  input: {
    name: z.string().describe('New name'),
    from: branch.optional().describe('Base; default: the checkout'),
  },
  refusals: ['CONFLICT', 'UNKNOWN_ID', 'INVALID_NAME'],
  example: { title: 'Try an idea', args: { name: 'idea/cache' } },
  async run(input, { tx, workspace: id }) {
    const created = await openBranch(tx, input.name, input.from);
    if (isRefusal(created)) return created;
    return answer({ workspace: id, branch: branchView(created) });
  },
});
