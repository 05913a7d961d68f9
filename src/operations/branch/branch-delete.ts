/** `branch_delete`: deletes a branch that is no base of another, with its documents. */

import { deleteBranch } from '../../domain/branches/delete-branch.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { branch } from '../declaration/fields.ts';
import { branchNamed, checkedOut } from '../steps/branch-ref.ts';

export const branchDelete = defineOperation({
  name: 'branch_delete',
  title: 'Delete a branch',
  description:
    'Deletes a branch with its documents, tags and graph; refused for the checkout, the first branch, the base of a branch, and the branch of a target.',
  toolset: 'reasoning',
  does: writes({ destructive: true }),
  input: { name: branch },
  refusals: ['UNKNOWN_ID', 'CONFLICT'],
  example: { title: 'An idea that led nowhere', args: { name: 'idea/cache' } },
  async run(input, { tx, workspace: id }) {
    const found = await branchNamed(tx, input.name, 'name');
    if (isRefusal(found)) return found;
    const checkout = (await checkedOut(tx)).id;
    const child = await tx.branches.standingOn(found.id);
    const draft = deleteBranch({ branch: found, checkout, child });
    if (isRefusal(draft)) return draft;
    await tx.append([draft]);
    return answer({ workspace: id, name: found.name, deleted: true });
  },
});
