/** Creates a branch: the step that `branch_create` and the macros share. */

import type { Branch } from '../../../domain/branches/branch.ts';
import { createBranch } from '../../../domain/branches/create-branch.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import type { Writing } from '../../../store/port.ts';
import { branchNamed } from '../../steps/branch-ref.ts';

export async function openBranch(
  tx: Writing,
  name: string,
  from: string | undefined,
): Promise<Branch | Refusal> {
  const base = await branchNamed(tx, from, 'from');
  if (isRefusal(base)) return base;
  const taken = await tx.branches.byName(name);
  const isTag = (await tx.refs.tag(name)) !== undefined;
  const draft = createBranch({ name, base, taken, isTag, head: tx.head });
  if (isRefusal(draft)) return draft;
  await tx.append([draft]);
  return branchNamed(tx, name, 'name');
}
