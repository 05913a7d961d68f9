/** Finds a branch by its name, and what it sees. */

import type { Branch } from '../../domain/branches/branch.ts';
import { type EffectiveView, effectiveView } from '../../domain/branches/effective-view.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { nearestName } from '../../kernel/nearest-name.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import type { Reading } from '../../store/port.ts';

/** How many names are compared to find the one that was probably meant. */
const NAMES_TO_COMPARE = 500;

/** The named branch, or the one that is checked out. */
export async function branchNamed(
  tx: Reading,
  name: string | undefined,
  field: string,
): Promise<Branch | Refusal> {
  if (name === undefined) return checkedOut(tx);
  const branch = await tx.branches.byName(name);
  if (branch) return branch;
  const known = await tx.branches.list(NAMES_TO_COMPARE);
  const meant = nearestName(
    name,
    known.map((each) => each.name),
  );
  return refuse('UNKNOWN_ID', `${field}: no branch ${JSON.stringify(name)}`, {
    recovery: meant ? `Did you mean ${meant}?` : 'Use a name that branch_list shows.',
    suggestions: [suggestCall('branch_list', {}, 'List the branches')],
  });
}

/** `known`: the state of the workspace, if the caller has read it already. */
export async function checkedOut(tx: Reading, known?: Workspace): Promise<Branch> {
  const state = known ?? (await tx.state());
  const branch = state && (await tx.branches.byId(state.checkout));
  if (!branch) throw new Error(`workspace ${tx.workspace} has no checkout`);
  return branch;
}

export async function viewOf(tx: Reading, branch: Branch): Promise<EffectiveView> {
  return effectiveView(await tx.branches.lineage(branch.id));
}
