/** How a branch is shown. */

import type { Branch } from '../../../domain/branches/branch.ts';

export function branchView(branch: Branch) {
  return {
    name: branch.name,
    base_branch: branch.base?.name ?? null,
    base_seq: branch.base?.seq ?? null,
  };
}
