/** Applies one patch to the part of a target that it selects. */

import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import type { Move } from './move.ts';
import { type PatchOp, patchNode, patchRoot, patchStep } from './patch.ts';
import { findNode, findStep } from './step-tree.ts';
import type { Target } from './target.ts';

export const PATCH_KINDS = ['task_detail', 'step', 'task'] as const;

export interface Patch {
  readonly kind: (typeof PATCH_KINDS)[number];
  readonly path?: string | undefined;
  readonly step_id?: string | undefined;
  readonly task_node_id?: string | undefined;
  readonly ops: readonly PatchOp[];
}

/** The selectors that each kind accepts. */
const SELECTORS: Readonly<Record<Patch['kind'], readonly (keyof Patch)[]>> = {
  task_detail: [],
  step: ['path', 'step_id'],
  task: ['path', 'task_node_id'],
};

export function patchTarget(target: Target, patch: Patch): Move | Refusal {
  const stray = (['path', 'step_id', 'task_node_id'] as const).find(
    (name) => patch[name] !== undefined && !SELECTORS[patch.kind].includes(name),
  );
  if (stray !== undefined) {
    return refuse('INVALID_INPUT', `${stray}: not for kind ${patch.kind}`, {
      recovery: 'kind=step takes path or step_id, kind=task takes path or task_node_id.',
    });
  }
  if (patch.kind === 'task_detail') return patchRoot(target, patch.ops);
  if (patch.kind === 'step') {
    const step = findStep(target, patch);
    return isRefusal(step) ? step : patchStep(target, step, patch.ops);
  }
  const node = findNode(target, patch);
  return isRefusal(node) ? node : patchNode(target, node, patch.ops);
}
