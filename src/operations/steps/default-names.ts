/** The names that a call uses for what it does not name. */

import { FIRST_BRANCH } from '../../domain/branches/branch.ts';
import { DEFAULTS } from '../../domain/workspace/workspace.ts';
import type { Reading } from '../../store/port.ts';

/** The first branch may have been renamed. */
export async function defaultNames(tx: Reading) {
  const first = await tx.branches.byId(FIRST_BRANCH);
  return { ...DEFAULTS, branch: first?.name ?? DEFAULTS.branch };
}
