/** Creates plans and tasks. */

import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import type { NewSteps, StepDraft } from './add-steps.ts';
import { addSteps, defineNewSteps } from './add-steps.ts';
import type { Move } from './move.ts';
import { newRoot, type Root, type Target } from './target.ts';

export interface PlanRequest {
  readonly title: string;
  readonly description?: string | undefined;
  readonly contract?: string | undefined;
  readonly contract_data?: JsonObject | undefined;
  readonly checklist?: readonly string[] | undefined;
}

export function createPlan(id: string, nowMs: number, request: PlanRequest): readonly Move[] {
  const root = newRoot({
    id,
    kind: 'plan',
    title: request.title.trim(),
    description: request.description ?? null,
    contract: request.contract ?? null,
    contract_data: request.contract_data ?? null,
    checklist: request.checklist ? { doc: null, current: 0, steps: request.checklist } : null,
  });
  return [created('plan_created', root, nowMs)];
}

export interface TaskRequest {
  readonly title: string;
  readonly parent: string;
  readonly description?: string | undefined;
  readonly steps?: readonly StepDraft[] | undefined;
}

/** A task with steps: adds them, then defines those with tests or blockers, one event each. */
export function createTask(
  id: string,
  nowMs: number,
  request: TaskRequest,
  stepId: () => string,
): { readonly moves: readonly Move[]; readonly steps: NewSteps['steps'] } | Refusal {
  const root = newRoot({
    id,
    kind: 'task',
    parent: request.parent,
    title: request.title.trim(),
    description: request.description ?? null,
  });
  const first = created('task_created', root, nowMs);
  if (!request.steps) return { moves: [first], steps: [] };
  if (request.steps.length === 0) return refuse('INVALID_INPUT', 'steps: give at least one');
  const added = addSteps(first.after, undefined, request.steps, stepId);
  if (isRefusal(added)) return added;
  const defined = defineNewSteps(added, request.steps);
  return { moves: [first, added.move, ...defined], steps: added.steps };
}

function created(type: 'plan_created' | 'task_created', root: Root, nowMs: number): Move {
  const after: Target = {
    root,
    steps: [],
    nodes: [],
    revision: 0,
    createdMs: nowMs,
    updatedMs: nowMs,
  };
  return { type, fields: { kind: root.kind, title: root.title, parent: root.parent }, after };
}
