/** `checkout`: sets the branch that reads and writes use by default. */

import { checkOut } from '../../domain/branches/check-out.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { branch } from '../declaration/fields.ts';
import { branchNamed, checkedOut } from '../steps/branch-ref.ts';

export const checkout = defineOperation({
  name: 'checkout',
  title: 'Check out a branch',
  description:
    'Switches the workspace to a branch: notes, trace and graph use it by default. Targets are not affected.',
  toolset: 'reasoning',
  does: writes({ idempotent: true }),
  input: { ref: branch.describe('Branch') },
  refusals: ['UNKNOWN_ID'],
  example: { title: 'Switch to an idea', args: { ref: 'idea/cache' } },
  async run(input, { tx, workspace: id }) {
    const wanted = await branchNamed(tx, input.ref, 'ref');
    if (isRefusal(wanted)) return wanted;
    const previous = await checkedOut(tx);
    await tx.append(checkOut(previous.id, wanted.id));
    return answer({ workspace: id, previous: previous.name, current: wanted.name });
  },
});
