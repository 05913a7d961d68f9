/** `branch_rename`: renames a branch. */

import * as z from 'zod';
import { renameBranch } from '../../domain/branches/rename-branch.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { branch } from '../declaration/fields.ts';
import { branchNamed } from '../steps/branch-ref.ts';

export const branchRename = defineOperation({
  name: 'branch_rename',
  title: 'Rename a branch',
  description:
    'Renames a branch; its entries, tags, checkout and the branches created from it stay with it. Returns both names.',
  toolset: 'reasoning',
  does: writes(),
  input: { old: branch, new: z.string().describe('New name') },
  refusals: ['UNKNOWN_ID', 'CONFLICT', 'INVALID_NAME'],
  example: { title: 'A better name', args: { old: 'idea/cache', new: 'idea/cache-keys' } },
  async run(input, { tx, workspace: id }) {
    const renamed = await branchNamed(tx, input.old, 'old');
    if (isRefusal(renamed)) return renamed;
    const taken = await tx.branches.byName(input.new);
    const isTag = (await tx.refs.tag(input.new)) !== undefined;
    const draft = renameBranch({ branch: renamed, name: input.new, taken, isTag });
    if (isRefusal(draft)) return draft;
    await tx.append([draft]);
    return answer({ workspace: id, previous: renamed.name, current: input.new });
  },
});
