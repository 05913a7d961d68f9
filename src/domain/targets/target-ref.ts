/** A target: the plan or task that a call is about. */

import { type Refusal, refuse } from '../../kernel/refusal.ts';

export type TargetKind = 'plan' | 'task';

/** As callers write it: `"TASK-001"` or `{ id, kind }`. */
export type TargetRef = string | { readonly id: string; readonly kind?: TargetKind | undefined };

export function targetKind(id: string): TargetKind {
  return id.startsWith('PLAN-') ? 'plan' : 'task';
}

/** The id of a reference. A kind that contradicts the id is refused. */
export function targetId(ref: TargetRef): string | Refusal {
  if (typeof ref === 'string') return ref;
  if (ref.kind !== undefined && ref.kind !== targetKind(ref.id)) {
    return refuse('INVALID_INPUT', `target.kind: ${ref.id} is a ${targetKind(ref.id)}`, {
      recovery: 'Leave kind out: the id implies it.',
    });
  }
  return ref.id;
}
