/**
 * The reasons why plans and tasks refuse, as data; operations/tasks/steps/advice.ts advises on
 * each.
 */

import { refuserFor } from '../../kernel/refusal.ts';
import type { Checkpoint } from './target.ts';

export type TaskReason =
  /** A step cannot close: the checkpoints to confirm, and those that need proof. */
  | {
      readonly kind: 'gate_closed';
      readonly task: string;
      readonly step: string;
      readonly missing: readonly Checkpoint[];
      readonly owed: readonly Checkpoint[];
    }
  | { readonly kind: 'step_closed'; readonly task: string }
  | { readonly kind: 'steps_open'; readonly task: string }
  | { readonly kind: 'step_unknown'; readonly task: string }
  | { readonly kind: 'node_unnamed'; readonly task: string }
  | { readonly kind: 'node_unknown'; readonly task: string }
  | { readonly kind: 'history_empty'; readonly task: string }
  | { readonly kind: 'changed_since'; readonly task: string }
  | { readonly kind: 'dependency_unknown' };

export const refuseFor = refuserFor<TaskReason>();
