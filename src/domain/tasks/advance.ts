/** Advances a task: notes, proves and closes a step, or completes the task if no step is open. */

import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import type { Mentions } from './checkpoints.ts';
import { completeTarget } from './complete-target.ts';
import { type Capture, sizeOf } from './evidence.ts';
import { leadsTo, type Move } from './move.ts';
import { captureEvidence, noteStep, verifyAndClose } from './step-moves.ts';
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
  const closing = verifyAndClose(proven, now, advance.mentions, advance.nowMs);
  return isRefusal(closing) ? closing : [...before, ...closing];
}

/** The step that a note is about if none is open: the one that was closed last. */
export function lastClosed(target: Target): PlacedStep | undefined {
  return stepsInOrder(target)
    .filter(({ step }) => !isOpen(step))
    .at(-1);
}

/** Idempotent: a task that is done stays as it is. */
export function finishTask(target: Target, advance: Advance): readonly Move[] | Refusal {
  const before = sideMoves(target, lastClosed(target), advance);
  const proven = leadsTo(target, before);
  if (proven.root.status === 'DONE') return before;
  const done = completeTarget(proven, 'DONE');
  return isRefusal(done) ? done : [...before, done];
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
