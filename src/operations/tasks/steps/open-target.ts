/** Makes plans and tasks: the step that creation, templates and macros share. */

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
import type { Numbering } from './numbering.ts';

export interface Opened {
  readonly id: string;
  readonly revision: number;
  readonly steps: NewSteps['steps'];
  readonly events: readonly TaskEvent[];
  readonly target: Target;
}

export interface Making {
  readonly tx: Writing;
  readonly nowMs: number;
  readonly ids: Numbering;
}

export async function openPlan(making: Making, request: PlanRequest): Promise<Opened | Refusal> {
  const { tx, nowMs, ids } = making;
  const committed = await commitMoves(tx, undefined, createPlan(ids.plan(), nowMs, request));
  return isRefusal(committed) ? committed : opened(committed, []);
}

export async function openTask(making: Making, request: TaskRequest): Promise<Opened | Refusal> {
  const created = newTask(making, request);
  if (isRefusal(created)) return created;
  const committed = await commitMoves(making.tx, undefined, created.moves);
  return isRefusal(committed) ? committed : opened(committed, created.steps);
}

/** A task as it would be created, for who has more to do with it before anything is entered. */
export function newTask({ nowMs, ids }: Making, request: TaskRequest) {
  return createTask(ids.task(), nowMs, request, ids.step);
}

/** `events`: those of the creation alone, where more came with it. */
export function opened({ events, target }: Committed, steps: NewSteps['steps']): Opened {
  const revision = events.at(-1)?.payload.revision ?? 0;
  return { id: target.root.id, revision, steps, events, target };
}
