/** Makes plans and tasks: the step that creation, templates and macros share. */

import type { NewSteps, StepDraft } from '../../domain/tasks/add-steps.ts';
import { createPlan, createTask, type PlanWish } from '../../domain/tasks/create-entity.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import type { Writing } from '../../store/port.ts';
import { commitMoves, type TaskEvent } from './commit-moves.ts';
import type { Numbering } from './numbering.ts';

export interface Opened {
  readonly id: string;
  readonly revision: number;
  readonly steps: NewSteps['steps'];
  readonly events: readonly TaskEvent[];
}

export interface Making {
  readonly tx: Writing;
  readonly nowMs: number;
  readonly ids: Numbering;
}

export async function openPlan(making: Making, wish: PlanWish): Promise<Opened | Refusal> {
  const { tx, nowMs, ids } = making;
  const events = await commitMoves(tx, undefined, createPlan(ids.plan(), nowMs, wish));
  return isRefusal(events) ? events : opened(events, []);
}

export async function openTask(
  { tx, nowMs, ids }: Making,
  wish: {
    readonly parent: string;
    readonly title: string;
    readonly description?: string | undefined;
    readonly steps?: readonly StepDraft[] | undefined;
  },
): Promise<Opened | Refusal> {
  const made = createTask(ids.task(), nowMs, wish, ids.step);
  if (isRefusal(made)) return made;
  const events = await commitMoves(tx, undefined, made.moves);
  return isRefusal(events) ? events : opened(events, made.steps);
}

function opened(events: readonly TaskEvent[], steps: NewSteps['steps']): Opened {
  const [first] = events;
  if (!first) throw new Error('nothing was made');
  const revision = events.at(-1)?.payload.revision ?? 0;
  return { id: first.entity, revision, steps, events };
}
