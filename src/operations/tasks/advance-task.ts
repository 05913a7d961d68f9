/** One move forward: note, proof and close of a step; where no step is open, the task is finished. */

import { asInput, gate, type Mentions, missingFor } from '../../domain/tasks/checkpoints.ts';
import { completeEntity } from '../../domain/tasks/complete-entity.ts';
import { CHECKPOINTS, type Entity, isOpen } from '../../domain/tasks/entity.ts';
import type { ReadCapture } from '../../domain/tasks/evidence.ts';
import { proofForm } from '../../domain/tasks/proof.ts';
import { noteStep, verifyAndClose } from '../../domain/tasks/step-moves.ts';
import { findStep, type PlacedStep, stepsInOrder } from '../../domain/tasks/step-tree.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import type { Writing } from '../../store/port.ts';
import type { Warning } from '../define-operation.ts';
import { commitMoves, reloaded, type TaskEvent } from './commit-moves.ts';
import { progressNote } from './progress-note.ts';
import { recordEvidence } from './record-evidence.ts';

export interface Advance {
  readonly mentions: Mentions;
  readonly note?: string | undefined;
  readonly proof?: ReadCapture | undefined;
  readonly nowMs: number;
  /** What the caller sent, to be repeated where the recovery is the same call with more. */
  readonly repeat: JsonObject;
}

export interface Advanced {
  readonly entity: Entity;
  readonly step: PlacedStep | undefined;
  readonly noteEvent: TaskEvent | undefined;
  readonly evidenceEvent: TaskEvent | undefined;
  readonly warnings: readonly Warning[];
}

/** Proof before the close, so that the gate sees it; all of it in the caller's one transaction. */
export async function advanceStep(
  tx: Writing,
  entity: Entity,
  placed: PlacedStep,
  advance: Advance,
): Promise<Advanced | Refusal> {
  const before = await recordSides(tx, entity, placed, advance);
  if (isRefusal(before)) return before;
  const now = findStep(before.entity, { step_id: placed.step.id });
  if (isRefusal(now)) return now;
  const moves = verifyAndClose(before.entity, now, advance.mentions, advance.nowMs);
  if (isRefusal(moves)) return withRetry(moves, before.entity, now, advance);
  const closed = await commitMoves(tx, before.entity, moves);
  if (isRefusal(closed)) return closed;
  return { ...before, entity: await reloaded(tx, entity.root.id), step: now };
}

/** Idempotent: a task that is done stays as it is. */
export async function finishTask(
  tx: Writing,
  entity: Entity,
  advance: Advance,
): Promise<Advanced | Refusal> {
  const last = stepsInOrder(entity)
    .filter(({ step }) => !isOpen(step))
    .at(-1);
  const before = await recordSides(tx, entity, last, advance);
  if (isRefusal(before)) return before;
  if (before.entity.root.status === 'DONE') return { ...before, step: undefined };
  const move = completeEntity(before.entity, 'DONE');
  if (isRefusal(move)) return move;
  const done = await commitMoves(tx, before.entity, [move]);
  if (isRefusal(done)) return done;
  return { ...before, entity: await reloaded(tx, entity.root.id), step: undefined };
}

/** The note and the proof. Without a step the proof is the task's, and a note has no place. */
async function recordSides(
  tx: Writing,
  target: Entity,
  placed: PlacedStep | undefined,
  { note, proof }: Advance,
): Promise<Omit<Advanced, 'step'> | Refusal> {
  const warnings: Warning[] = [];
  let entity = target;
  let noteEvent: TaskEvent | undefined;
  if (note !== undefined && placed) {
    const notes = [progressNote(entity, placed, note)];
    const noted = await commitMoves(tx, entity, [noteStep(entity, placed)], { notes });
    if (isRefusal(noted)) return noted;
    [noteEvent] = noted;
    entity = await reloaded(tx, entity.root.id);
  } else if (note !== undefined) {
    warnings.push(NOTE_IGNORED);
  }
  if (!proof) return { entity, noteEvent, evidenceEvent: undefined, warnings };
  const step = placed && findStep(entity, { step_id: placed.step.id });
  if (isRefusal(step)) return step;
  const evidence = await recordEvidence({ tx, target: entity }, step, proof);
  if (isRefusal(evidence)) return evidence;
  entity = await reloaded(tx, entity.root.id);
  return { entity, noteEvent, evidenceEvent: evidence.event, warnings };
}

const NOTE_IGNORED: Warning = {
  code: 'NOTE_IGNORED',
  message: 'the task has no step that the note could be about',
  recovery: 'Write it by notes_commit.',
};

/** The recovery of a portal is the portal: the same call, with what was missing. */
function withRetry(
  refusal: Refusal,
  entity: Entity,
  { step, path }: PlacedStep,
  { mentions, repeat }: Advance,
): Refusal {
  const at = { target: entity.root.id, step_id: step.id };
  if (refusal.code === 'PROOF_REQUIRED') {
    const said = asInput(CHECKPOINTS.filter((kind) => mentions[kind]));
    const beyondGate = said === 'gate' ? {} : { checkpoints: said };
    return refuse(refusal.code, refusal.message, {
      recovery: 'Run the checks, then close the step with what they showed as proof.',
      suggestions: [
        suggestCall(
          'tasks_macro_close_step',
          { ...at, ...repeat, ...beyondGate, proof: proofForm() },
          'Close it with proof',
        ),
      ],
    });
  }
  if (refusal.code !== 'CHECKPOINTS_NOT_CONFIRMED') return refusal;
  const missing = missingFor(step, mentions);
  const wanted = CHECKPOINTS.filter((kind) => mentions[kind] || missing.includes(kind));
  const confirmed = Object.fromEntries(wanted.map((kind) => [kind, true]));
  // What the proof then lacks is better said now than in the next refusal.
  const owed = gate(entity, { step, path }, confirmed)?.code === 'PROOF_REQUIRED';
  const proof = owed ? { proof: proofForm() } : {};
  return refuse(refusal.code, refusal.message, {
    recovery: `Confirm ${missing.join(', ')} once that is true.`,
    suggestions: [
      suggestCall(
        'tasks_macro_close_step',
        { ...at, ...repeat, checkpoints: asInput(wanted), ...proof },
        'Confirm and close',
      ),
    ],
  });
}
