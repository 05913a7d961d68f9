/** Finds a step, commits what was decided about it, and answers with the step and the events. */

import type { Move } from '../../../domain/tasks/move.ts';
import { findStep, type PlacedStep, type StepSelector } from '../../../domain/tasks/step-tree.ts';
import type { Target } from '../../../domain/tasks/target.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import type { Writing } from '../../../store/port.ts';
import { type Answer, answer } from '../../declaration/define-operation.ts';
import { type Committed, commitMoves } from './commit-moves.ts';
import { closingWarnings } from './read-proof.ts';
import { taskEventView } from './task-event-view.ts';

export interface TargetCall {
  readonly tx: Writing;
  readonly target: Target;
  readonly batch?: number | undefined;
}

export async function commitStepMove(
  { tx, target, batch }: TargetCall,
  selector: StepSelector,
  decide: (placed: PlacedStep) => Move | readonly Move[] | Refusal,
): Promise<Answer | Refusal> {
  const placed = findStep(target, selector);
  if (isRefusal(placed)) return placed;
  const decided = decide(placed);
  if (isRefusal(decided)) return decided;
  const moves = 'type' in decided ? [decided] : decided;
  const committed = await commitMoves(tx, target, moves, { batch });
  if (isRefusal(committed)) return committed;
  return answer(stepAnswer(committed, placed), {
    warnings: await closingWarnings(tx, placed, committed.target),
  });
}

/** Several events are shown as a list; without any, the step was as wanted already. */
export function stepAnswer({ target, events }: Committed, { step, path }: PlacedStep): JsonObject {
  const shown = events.map(taskEventView);
  return {
    task: target.root.id,
    revision: events.at(-1)?.payload.revision ?? target.revision,
    step: { step_id: step.id, path },
    ...(shown.length > 1 ? { events: shown } : { event: shown[0] ?? null }),
  };
}
