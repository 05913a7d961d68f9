/** `tasks_macro_close_step`: note, proof, checkpoints and close in one call; then what is next. */

import * as z from 'zod';
import { readMentions } from '../../domain/tasks/checkpoints.ts';
import type { CaptureInput } from '../../domain/tasks/evidence.ts';
import { findStep, firstOpen } from '../../domain/tasks/step-tree.ts';
import type { Json, JsonObject } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { changes, seesPresence, writes } from '../facets.ts';
import { listedAs, partBudget, step, text, texts } from '../fields.ts';
import { type Advance, advanceStep, finishTask } from './advance-task.ts';
import { capture, captureInput } from './capture-fields.ts';
import { fitPart } from './fit-part.ts';
import { focusLines } from './focus-lines.ts';
import { moveFocus } from './move-focus.ts';
import { readProof, weakProof } from './read-proof.ts';
import { checkpoints } from './step-fields.ts';
import { RESUME_TRIMS, type ResumeView, superResume } from './super-resume.ts';
import { taskEventView } from './task-views.ts';

const proof = z.union([text, texts, z.strictObject(capture)], {
  error: 'a receipt, a list of receipts, or {items, checks, attachments, checkpoint}',
});

export const tasksMacroCloseStep = defineOperation({
  name: 'tasks_macro_close_step',
  title: 'Close a step and go on',
  description:
    'Notes, proves, confirms and closes a step, by default the first open one, and tells the next; at the end it finishes the task.',
  family: 'tasks',
  does: writes().and(changes('task')).and(seesPresence),
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
  portal: ({ resume }: { resume: ResumeView }) => focusLines(resume),
  async run(input, call) {
    const { tx, target, nowMs } = call;
    const isSaid = input.step_id !== undefined || input.path !== undefined;
    const placed = isSaid ? findStep(target, input) : firstOpen(target);
    if (isRefusal(placed)) return placed;
    const mentions = readMentions(input.checkpoints);
    if (isRefusal(mentions)) return mentions;
    const shown = input.proof === undefined ? undefined : proofInput(input.proof);
    const given = shown === undefined ? undefined : readProof(shown);
    if (isRefusal(given)) return given;
    const { note } = input;
    const repeat = {
      ...(note === undefined ? {} : { note }),
      ...(shown === undefined ? {} : { proof: shown as Json }),
    };
    const advance: Advance = { mentions, note, proof: given, nowMs, repeat };
    const advanced = placed
      ? await advanceStep(tx, target, placed, advance)
      : await finishTask(tx, target, advance);
    if (isRefusal(advanced)) return advanced;
    const { entity, noteEvent, evidenceEvent } = advanced;
    const focus = await moveFocus(call, entity.root.id);
    const resume = await superResume({ ...call, focus }, entity);
    const part = fitPart(resume.view, input.resume_max_chars, RESUME_TRIMS, 'resume_max_chars');
    const weak = given ? weakProof(given) : [];
    return answer(
      {
        task: entity.root.id,
        revision: entity.revision,
        step: placed ? { step_id: placed.step.id, path: placed.path } : null,
        resume: part.view,
        note_event: noteEvent ? taskEventView(noteEvent) : null,
        evidence_event: evidenceEvent ? taskEventView(evidenceEvent) : null,
      },
      { warnings: [...advanced.warnings, ...weak, ...part.warnings] },
    );
  },
});

function proofInput(given: string | readonly string[] | object): Parameters<typeof readProof>[0] {
  if (typeof given === 'string' || Array.isArray(given)) return given;
  return captureInput(given) as CaptureInput & JsonObject;
}
