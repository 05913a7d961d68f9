/** The reasons why branches refuse, as data; operations/branch/steps/advice.ts advises on each. */

import { refuserFor } from '../../kernel/refusal.ts';

export type BranchReason =
  /** A new branch would have the name of one that exists. */
  | { readonly kind: 'branch_exists'; readonly name: string }
  /** A branch would be renamed to the name of another. */
  | { readonly kind: 'branch_name_taken' }
  /** The branch would hide a tag of that name. */
  | { readonly kind: 'branch_hides_tag' }
  | { readonly kind: 'branch_is_first' }
  | { readonly kind: 'branch_of_target' }
  | { readonly kind: 'branch_checked_out'; readonly base: string | undefined }
  | { readonly kind: 'branch_has_children' };

export const refuseFor = refuserFor<BranchReason>();
