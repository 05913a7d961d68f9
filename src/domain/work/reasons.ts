/**
 * The reasons why the work graph refuses, as data; operations/work/steps/advice.ts advises on
 * each.
 */

import { refuserFor } from '../../kernel/refusal.ts';

export type WorkReason =
  | { readonly kind: 'parent_missing' }
  /** A node would wait for its own ancestor or descendant. */
  | { readonly kind: 'family_cycle' }
  | { readonly kind: 'cycle' }
  /** A node would wait for itself through the parts of another. */
  | { readonly kind: 'deadlock' };

export const refuseFor = refuserFor<WorkReason>();
