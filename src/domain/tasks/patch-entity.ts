/** One patch: which part of an entity it is for, and what it does there. */

import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import type { Entity } from './entity.ts';
import type { Move } from './move.ts';
import { type PatchOp, patchNode, patchRoot, patchStep } from './patch.ts';
import { findNode, findStep } from './step-tree.ts';

export const PATCH_KINDS = ['task_detail', 'step', 'task'] as const;

export interface Patch {
  readonly kind: (typeof PATCH_KINDS)[number];
  readonly path?: string | undefined;
  readonly step_id?: string | undefined;
  readonly task_node_id?: string | undefined;
  readonly ops: readonly PatchOp[];
}

/** The selectors that each kind takes. */
const SELECTORS: Readonly<Record<Patch['kind'], readonly (keyof Patch)[]>> = {
  task_detail: [],
  step: ['path', 'step_id'],
  task: ['path', 'task_node_id'],
};

export function patchEntity(entity: Entity, patch: Patch): Move | Refusal {
  const stray = (['path', 'step_id', 'task_node_id'] as const).find(
    (name) => patch[name] !== undefined && !SELECTORS[patch.kind].includes(name),
  );
  if (stray !== undefined) {
    return refuse('INVALID_INPUT', `${stray}: not for kind ${patch.kind}`, {
      recovery: 'kind=step takes path or step_id, kind=task takes path or task_node_id.',
    });
  }
  if (patch.kind === 'task_detail') return patchRoot(entity, patch.ops);
  if (patch.kind === 'step') {
    const step = findStep(entity, patch);
    return isRefusal(step) ? step : patchStep(entity, step, patch.ops);
  }
  const node = findNode(entity, patch);
  return isRefusal(node) ? node : patchNode(entity, node, patch.ops);
}
