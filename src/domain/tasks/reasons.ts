/** Why plans and tasks refuse, as data: which words and next calls go with it is not theirs to say. */

import { type Refusal, type RefusalCode, refuse } from '../../kernel/refusal.ts';
import type { Checkpoint } from './target.ts';

export type TaskReason =
  /** A step may not close: what is to be confirmed, and what is to be proven. */
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

export function refuseFor(reason: TaskReason, code: RefusalCode, message: string): Refusal {
  return refuse(code, message, { reason });
}
