/** `branch_list`: lists the branches of the workspace. */

import { cutList } from '../../kernel/cuts/list-cuts.ts';
import { omit } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';
import { limit } from '../declaration/fields.ts';
import { branchView } from './steps/branch-view.ts';

export const branchList = defineOperation({
  name: 'branch_list',
  title: 'List branches',
  description: 'Lists the branches of the workspace by name, each with its base and cutoff.',
  toolset: 'reasoning',
  does: reads([...cutList('branches', { from: 'back', counted: true }), omit('count')]),
  input: { limit: limit(200, 500) },
  example: { title: 'Two branches', args: {} },
  async run(input, { tx, workspace: id }) {
    const found = await tx.branches.list(input.limit + 1);
    const branches = found.slice(0, input.limit).map((branch) => ({
      ...branchView(branch),
      created_at_ms: branch.createdMs,
    }));
    return answer({
      workspace: id,
      branches,
      count: branches.length,
      truncated: found.length > input.limit,
    });
  },
});
