/** `tasks_macro_close_step`: note, proof, checkpoints and close in one call; then what is next. */

import * as z from 'zod';
import { type Advance, advanceStep, finishTask, lastClosed } from '../../domain/tasks/advance.ts';
import { readMentions } from '../../domain/tasks/checkpoints.ts';
import type { CaptureInput } from '../../domain/tasks/evidence.ts';
import type { Move } from '../../domain/tasks/move.ts';
import { findStep, firstOpen } from '../../domain/tasks/step-tree.ts';
import type { Json, JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import { answer, defineOperation, type Warning } from '../declaration/define-operation.ts';
import { changes, printsLines, seesPresence, writes } from '../declaration/facets.ts';
import { listedAs, partBudget, step, text, texts } from '../declaration/fields.ts';
import { advisedToClose } from './steps/advice.ts';
import { capture, captureInput } from './steps/capture-fields.ts';
import { type Committed, commitMoves, type TaskEvent } from './steps/commit-moves.ts';
import { focusLines } from './steps/focus-lines.ts';
import { moveFocus } from './steps/move-focus.ts';
import type { OnTarget } from './steps/move-step.ts';
import { readProof, weakProof } from './steps/read-proof.ts';
import { checkpoints } from './steps/step-fields.ts';
import { closingResume } from './steps/super-resume.ts';
import { taskEventView } from './steps/task-views.ts';

const proof = z.union([text, texts, z.strictObject(capture)], {
  error: 'a receipt, a list of receipts, or {items, checks, attachments, checkpoint}',
});

export const tasksMacroCloseStep = defineOperation({
  name: 'tasks_macro_close_step',
  title: 'Close a step and go on',
  description:
    'Notes, proves, confirms and closes a step, by default the first open one, and tells the next; at the end it finishes the task.',
  toolset: 'tasks',
  does: writes().and(changes('task')).and(seesPresence).and(printsLines),
  input: {
    ...step,
    checkpoints: checkpoints.default('gate'),
    note: text.refine((note) => note.trim() !== '', 'must not be blank').optional(),
    proof: listedAs(proof.optional().describe('What was run and seen: CMD: ..., LINK: ...'), {
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'object' }],
    }),
    resume_max_chars: partBudget,
  },
  refusals: ['CHECKPOINTS_NOT_CONFIRMED', 'PROOF_REQUIRED'],
  example: { title: 'The first open step of the task in focus', args: {} },
  portal: ({ resume }: { resume: JsonObject }) => focusLines(resume),
  async run(input, call) {
    const { target, nowMs } = call;
    const isSaid = input.step_id !== undefined || input.path !== undefined;
    const placed = isSaid ? findStep(target, input) : firstOpen(target);
    if (isRefusal(placed)) return placed;
    const mentions = readMentions(input.checkpoints);
    if (isRefusal(mentions)) return mentions;
    const shown = input.proof === undefined ? undefined : proofInput(input.proof);
    const given = shown === undefined ? undefined : readProof(shown);
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
    const part = await closingResume({ ...call, focus }, advanced, input.resume_max_chars);
    const isLost = note !== undefined && !placed && !lastClosed(target);
    const weak = given ? weakProof(given) : [];
    const viewOf = (type: TaskEvent['type']) => {
      const event = events.find((each) => each.type === type);
      return event ? taskEventView(event) : null;
    };
    return answer(
      {
        task: advanced.root.id,
        revision: advanced.revision,
        step: placed ? { step_id: placed.step.id, path: placed.path } : null,
        resume: part.view,
        note_event: viewOf('step_noted'),
        evidence_event: viewOf('evidence_captured'),
      },
      { warnings: [...(isLost ? [NOTE_IGNORED] : []), ...weak, ...part.warnings] },
    );
  },
});

/** A task that is done already, and is told nothing new, stays as it is. */
async function commitAll(
  { tx, target }: OnTarget,
  moves: readonly Move[],
): Promise<Committed | Refusal> {
  return moves.length === 0 ? { events: [], target: target } : commitMoves(tx, target, moves);
}

const NOTE_IGNORED: Warning = {
  code: 'NOTE_IGNORED',
  message: 'the task has no step that the note could be about',
  recovery: 'Write it by notes_commit.',
};

function proofInput(given: string | readonly string[] | object): Parameters<typeof readProof>[0] {
  if (typeof given === 'string' || Array.isArray(given)) return given;
  return captureInput(given) as CaptureInput & JsonObject;
}
