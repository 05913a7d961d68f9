/** Advances a task: notes, proves and closes a step, or completes the task if no step is open. */

import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import { type Mentions, ownGate } from './checkpoints.ts';
import { completeTarget, lackingSteps } from './complete-target.ts';
import { type Capture, sizeOf } from './evidence.ts';
import { leadsTo, type Move } from './move.ts';
import { captureEvidence, noteStep, verifyAndClose, verifyStep } from './step-moves.ts';
import { type PlacedStep, placedAgain, stepsInOrder } from './step-tree.ts';
import { isOpen, type Target } from './target.ts';

export interface Advance {
  readonly mentions: Mentions;
  readonly note?: string | undefined;
  readonly proof?: Capture | undefined;
  readonly nowMs: number;
}

/**
 * The proof comes before the close, so that the gate counts it. If the gate is closed, all is
 * refused.
 */
export function advanceStep(
  target: Target,
  placed: PlacedStep,
  advance: Advance,
): readonly Move[] | Refusal {
  const before = sideMoves(target, placed, advance);
  const proven = leadsTo(target, before);
  const now = placedAgain(proven, placed);
  // What the proof is for may be required only now, or may be all that was missing.
  const lacking = [...lackingSteps(target), ...lackingSteps(proven)];
  const isLacking = lacking.some(({ step }) => step.id === placed.step.id);
  const closing = isLacking
    ? confirmAgain(proven, now, advance.mentions)
    : verifyAndClose(proven, now, advance.mentions, advance.nowMs);
  return isRefusal(closing) ? closing : [...before, ...closing];
}

/** A closed step that lacks something is not closed again; what it lacks is confirmed. */
function confirmAgain(
  target: Target,
  placed: PlacedStep,
  mentions: Mentions,
): readonly Move[] | Refusal {
  return ownGate(target, placed, mentions) ?? [verifyStep(target, placed, mentions)];
}

/** The step that a note is about if none is open: the one that was closed last. */
export function lastClosed(target: Target): PlacedStep | undefined {
  return stepsInOrder(target)
    .filter(({ step }) => !isOpen(step))
    .at(-1);
}

/** A task that is done, and still so, stays as it is. */
export function finishTask(target: Target, advance: Advance): readonly Move[] | Refusal {
  const before = sideMoves(target, lastClosed(target), advance);
  const proven = leadsTo(target, before);
  const done = completeTarget(proven, 'DONE');
  if (isRefusal(done)) return done;
  return proven.root.status === 'DONE' ? before : [...before, done];
}

/**
 * The note and the proof. Without a step, the proof belongs to the task and a note is not possible.
 */
function sideMoves(
  target: Target,
  placed: PlacedStep | undefined,
  { note, proof }: Advance,
): readonly Move[] {
  const noted = note !== undefined && placed ? [noteStep(target, placed, note)] : [];
  if (!proof || sizeOf(proof) === 0) return noted;
  const now = leadsTo(target, noted);
  return [...noted, captureEvidence(now, placed && placedAgain(now, placed), proof)];
}
