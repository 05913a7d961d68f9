/**
 * Sets the status of a plan or task. Whether anything of a task is left is one question, which
 * every way to complete it asks and every view shows.
 */

import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import { counted } from '../../kernel/text.ts';
import { missingFor, missingProof, ownGate } from './checkpoints.ts';
import { type Move, revised } from './move.ts';
import { refuseFor } from './reasons.ts';
import { openSteps, type PlacedStep, stepsInOrder } from './step-tree.ts';
import { type Checkpoint, isOpen, isPlan, type Status, type Target, withRoot } from './target.ts';

/** A closed step that would not pass its gate now. */
export interface LackingStep extends PlacedStep {
  /** The required checkpoints that are not confirmed. */
  readonly missing: readonly Checkpoint[];
  /** Those whose required proof is missing. */
  readonly owed: readonly Checkpoint[];
}

/** Steps that were forced, or whose confirmation was withdrawn or outgrown since. */
export function lackingSteps(target: Target): readonly LackingStep[] {
  return stepsInOrder(target)
    .filter(({ step }) => !isOpen(step))
    .map((placed) => ({
      ...placed,
      missing: missingFor(placed.step),
      owed: missingProof(placed.step),
    }))
    .filter(({ missing, owed }) => missing.length + owed.length > 0);
}

/** `s:0 (tests; forced)`: which step it is, and what it lacks. */
export function lackOf({ step, path, missing, owed }: LackingStep): string {
  const what = [...missing, ...owed.map((kind) => `proof of ${kind}`)].join(', ');
  return `${path} (${what}${step.forced ? '; forced' : ''})`;
}

/** Done, and still so: nothing was reopened, added or withdrawn since. */
export function isFinished(target: Target): boolean {
  return target.root.status === 'DONE' && notDoneYet(target) === undefined;
}

/** The refusal if a target cannot be set to done. A plan has no gate. */
function notDoneYet(target: Target): Refusal | undefined {
  const { id } = target.root;
  const open = openSteps(target);
  const [next] = open;
  if (next) {
    const message = `${id} has ${counted(open.length, 'open step')}, the first is ${next.path}`;
    return refuseFor({ kind: 'steps_open', task: id }, 'CHECKPOINTS_NOT_CONFIRMED', message);
  }
  const [lacking] = lackingSteps(target);
  const closed = lacking && ownGate(target, lacking);
  if (!isRefusal(closed)) return undefined;
  return { ...closed, message: `${id} is not done: ${closed.message}` };
}

/** A target that is done already is asked again, since it may have changed. */
export function completeTarget(target: Target, status: Status): Move | Refusal {
  const unfinished = status === 'DONE' ? notDoneYet(target) : undefined;
  if (unfinished) return unfinished;
  const { id } = target.root;
  return {
    type: isPlan(target) ? 'plan_updated' : 'task_completed',
    fields: { ...(isPlan(target) ? { plan: id } : { task: id }), status },
    after: revised(withRoot(target, { status })),
  };
}
