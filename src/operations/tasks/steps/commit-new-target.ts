/** Creates plans and tasks, for every tool that does. */

import type { NewSteps } from '../../../domain/tasks/add-steps.ts';
import {
  createPlan,
  createTask,
  type PlanRequest,
  type TaskRequest,
} from '../../../domain/tasks/create-target.ts';
import type { Target } from '../../../domain/tasks/target.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import type { Writing } from '../../../store/port.ts';
import { type Committed, commitMoves, type TaskEvent } from './commit-moves.ts';
import type { NextIds } from './next-ids.ts';

export interface CreatedTarget {
  readonly id: string;
  readonly revision: number;
  readonly steps: NewSteps['steps'];
  readonly events: readonly TaskEvent[];
  readonly target: Target;
}

export interface CreationContext {
  readonly tx: Writing;
  readonly nowMs: number;
  readonly ids: NextIds;
}

export async function commitNewPlan(
  context: CreationContext,
  request: PlanRequest,
): Promise<CreatedTarget | Refusal> {
  const { tx, nowMs, ids } = context;
  const committed = await commitMoves(tx, undefined, createPlan(ids.plan(), nowMs, request));
  return isRefusal(committed) ? committed : createdTarget(committed, []);
}

export async function commitNewTask(
  context: CreationContext,
  request: TaskRequest,
): Promise<CreatedTarget | Refusal> {
  const created = newTask(context, request);
  if (isRefusal(created)) return created;
  const committed = await commitMoves(context.tx, undefined, created.moves);
  return isRefusal(committed) ? committed : createdTarget(committed, created.steps);
}

/** The moves that create a task, for a caller that adds more moves before it commits. */
export function newTask({ nowMs, ids }: CreationContext, request: TaskRequest) {
  return createTask(ids.task(), nowMs, request, ids.step);
}

/** `events` are those of the creation only. */
export function createdTarget(
  { events, target }: Committed,
  steps: NewSteps['steps'],
): CreatedTarget {
  const revision = events.at(-1)?.payload.revision ?? 0;
  return { id: target.root.id, revision, steps, events, target };
}
