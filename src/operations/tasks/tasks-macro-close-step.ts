/** `tasks_macro_close_step`: closes a step with its note and proof, and shows the next one. */

import * as z from 'zod';
import { type Advance, advanceStep, finishTask, lastClosed } from '../../domain/tasks/advance.ts';
import { readMentions } from '../../domain/tasks/checkpoints.ts';
import type { CaptureInput } from '../../domain/tasks/evidence.ts';
import type { Move } from '../../domain/tasks/move.ts';
import { findStep, firstOpen } from '../../domain/tasks/step-tree.ts';
import { isOpen } from '../../domain/tasks/target.ts';
import type { Json, JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import { answer, BROUGHT, defineOperation, type Warning } from '../declaration/define-operation.ts';
import { changes, printsLines, seesPresence, writes } from '../declaration/facets.ts';
import { listedAs, partBudget, receipts, step, text, unlisted } from '../declaration/fields.ts';
import { advisedToClose } from './steps/advice.ts';
import { capture, captureInput } from './steps/capture-fields.ts';
import { type Committed, commitMoves, type TaskEvent } from './steps/commit-moves.ts';
import type { TargetCall } from './steps/commit-step-move.ts';
import { moveFocus } from './steps/move-focus.ts';
import { closingWarnings, isList, readProof, weakProof, withCellRun } from './steps/read-proof.ts';
import { readClosingResume } from './steps/read-resume.ts';
import { checkpoints } from './steps/step-fields.ts';
import { taskEventView } from './steps/task-event-view.ts';

const proof = z.union([text, receipts, z.strictObject(capture)], {
  error: 'a receipt, a list of receipts, or {items, checks, attachments, cell, checkpoint}',
});

export const tasksMacroCloseStep = defineOperation({
  name: 'tasks_macro_close_step',
  title: 'Close a step and continue',
  description:
    'Closes a step (default: first open) with note and proof, and shows the next. If none is open, completes the task.',
  toolset: 'tasks',
  does: writes().and(changes('task')).and(seesPresence).and(printsLines),
  input: {
    ...step,
    path: unlisted(step.path),
    checkpoints: checkpoints.default('gate'),
    note: text.refine((note) => note.trim() !== '', 'must not be blank').optional(),
    proof: listedAs(proof.optional().describe('"CMD: what ran, result", "LINK: where to see"'), {
      type: 'array',
      items: { type: 'string' },
    }),
    resume_max_chars: partBudget,
  },
  refusals: ['CHECKPOINTS_NOT_CONFIRMED', 'PROOF_REQUIRED'],
  example: {
    title: 'With a note and proof',
    args: {
      target: 'TASK-001',
      note: 'The test fails as it should.',
      proof: ['CMD: npm test, 1 failed', 'LINK: https://ci.example/run/7'],
    },
  },
  portal: BROUGHT,
  async run(input, call) {
    const { target, nowMs } = call;
    const isNamed = input.step_id !== undefined || input.path !== undefined;
    const placed = isNamed ? findStep(target, input) : firstOpen(target);
    if (isRefusal(placed)) return placed;
    const mentions = readMentions(input.checkpoints);
    if (isRefusal(mentions)) return mentions;
    const shown = input.proof === undefined ? undefined : proofInput(input.proof);
    const given = shown === undefined ? undefined : await readProofOf(call, shown);
    if (isRefusal(given)) return given;
    const { note } = input;
    const advance: Advance = { mentions, note, proof: given?.capture, nowMs };
    const moves = placed ? advanceStep(target, placed, advance) : finishTask(target, advance);
    if (isRefusal(moves)) {
      const repeat = {
        ...(note === undefined ? {} : { note }),
        ...(shown === undefined ? {} : { proof: shown as Json }),
      };
      return advisedToClose(moves, { mentions, repeat });
    }
    const committed = await commitAll(call, moves);
    if (isRefusal(committed)) return committed;
    const { target: advanced, events } = committed;
    const focus = await moveFocus(call, advanced.root.id);
    const part = await readClosingResume({ ...call, focus }, advanced, input.resume_max_chars);
    const noteIsLost = note !== undefined && !placed && !lastClosed(target);
    const weak =
      placed && isOpen(placed.step)
        ? await closingWarnings(call.tx, placed, advanced, given?.ignored)
        : given
          ? weakProof(given)
          : [];
    const viewOf = (type: TaskEvent['type']) => {
      const event = events.find((each) => each.type === type);
      return event ? taskEventView(event) : null;
    };
    const warnings = [...(noteIsLost ? [NOTE_IGNORED] : []), ...weak, ...part.warnings];
    const view = {
      task: advanced.root.id,
      revision: advanced.revision,
      step: placed ? { step_id: placed.step.id, path: placed.path } : null,
      resume: part.view,
      note_event: viewOf('step_noted'),
      evidence_event: viewOf('evidence_captured'),
    };
    return { ...answer(view, { warnings }), portal: part.portal };
  },
});

async function readProofOf({ tx, nowMs }: TargetCall & { nowMs: number }, shown: Proof) {
  if (typeof shown === 'string' || isList(shown)) return readProof(shown);
  const request = await withCellRun(tx, shown, nowMs, { mustPass: true });
  return isRefusal(request) ? request : readProof(request);
}

/** There are no moves if the task is done already and the call brings nothing new. */
async function commitAll(
  { tx, target }: TargetCall,
  moves: readonly Move[],
): Promise<Committed | Refusal> {
  return moves.length === 0 ? { events: [], target: target } : commitMoves(tx, target, moves);
}

const NOTE_IGNORED: Warning = {
  code: 'NOTE_IGNORED',
  message: 'note: the task has no step to attach it to',
  recovery: 'Add a step for it, or note it on the branch.',
};

type Proof = Parameters<typeof readProof>[0];

function proofInput(given: string | readonly string[] | object): Proof {
  if (typeof given === 'string' || Array.isArray(given)) return given;
  return captureInput(given) as CaptureInput & JsonObject;
}
