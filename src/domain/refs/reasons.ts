/**
 * The reasons why refs and tags refuse, as data; operations/notes/steps/advice.ts advises on each.
 */

import { refuserFor } from '../../kernel/refusal.ts';

export type RefReason =
  | { readonly kind: 'tag_hidden_by_branch' }
  | { readonly kind: 'tag_exists'; readonly name: string }
  | { readonly kind: 'note_unknown'; readonly branch: string };

export const refuseFor = refuserFor<RefReason>();
