/** Says what to do after a refusal about a plan or task. No other file names those next calls. */

import { asInput, type Mentions } from '../../../domain/tasks/checkpoints.ts';
import { proofForm } from '../../../domain/tasks/proof.ts';
import type { TaskReason } from '../../../domain/tasks/reasons.ts';
import { CHECKPOINTS, type Checkpoint } from '../../../domain/tasks/target.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Refusal, RefusalAdvice } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { type AdviceTable, withAdvice } from '../../steps/advice-table.ts';

type GateClosed = Extract<TaskReason, { readonly kind: 'gate_closed' }>;

export const TASK_ADVICE: AdviceTable<TaskReason> = {
  gate_closed: (reason) => (reason.missing.length > 0 ? confirming(reason) : proving(reason)),
  step_closed: ({ task }) => ({
    recovery: 'Work on an open step, or reopen this one.',
    suggestions: [suggestCall('tasks_radar', { target: task }, 'See what is next')],
  }),
  steps_open: ({ task }) => ({
    recovery: 'Close its steps first.',
    suggestions: [suggestCall('tasks_radar', { target: task }, 'See what the next step needs')],
  }),
  step_unknown: ({ task }) => ({
    recovery: 'Name one of its steps, by id or path.',
    suggestions: [seeSteps(task)],
  }),
  node_unnamed: ({ task }) => ({
    recovery: 'The path of a task node looks like s:0.t:1.',
    suggestions: [seeSteps(task)],
  }),
  node_unknown: ({ task }) => ({
    recovery: 'Name one of its task nodes, by id or path.',
    suggestions: [seeSteps(task)],
  }),
  history_empty: ({ task }) => ({
    recovery: 'See its operations, and which can be undone.',
    suggestions: [seeHistory(task)],
  }),
  changed_since: ({ task }) => ({
    recovery: 'Make the change by hand instead.',
    suggestions: [seeHistory(task)],
  }),
  dependency_unknown: () => ({
    recovery: 'Name a plan or task that exists.',
    suggestions: [suggestCall('tasks_context', {}, 'See the plans and tasks that exist')],
  }),
};

function confirming({ task, step, missing }: GateClosed): RefusalAdvice {
  return {
    recovery: confirmation(missing),
    suggestions: [
      suggestCall(
        'tasks_verify',
        { task, step_id: step, checkpoints: asInput(missing) },
        'Confirm them',
      ),
    ],
  };
}

function proving({ task, step, owed }: GateClosed): RefusalAdvice {
  const [only, ...more] = owed;
  const checkpoint = only !== undefined && more.length === 0 ? only : owed;
  return {
    recovery: 'Capture what was run and what it showed, then close the step.',
    suggestions: [
      suggestCall(
        'tasks_evidence_capture',
        { task, step_id: step, checkpoint, checks: proofForm() },
        'Capture the proof',
      ),
    ],
  };
}

export interface ClosingCall {
  readonly mentions: Mentions;
  /** What the caller sent, to be repeated in the suggested call. */
  readonly repeat: JsonObject;
}

/** Suggests the same call again, with the checkpoints and the proof that were missing. */
export function advisedToClose(refusal: Refusal, call: ClosingCall): Refusal {
  const reason = refusal.reason as TaskReason | undefined;
  if (reason?.kind !== 'gate_closed') return refusal;
  const { task, step, missing, owed } = reason;
  const confirmed = CHECKPOINTS.filter((kind) => call.mentions[kind] || missing.includes(kind));
  const checkpoints = asInput(confirmed);
  const again = (more: JsonObject, purpose: string) =>
    suggestCall(
      'tasks_macro_close_step',
      { target: task, step_id: step, ...call.repeat, ...more },
      purpose,
    );
  if (missing.length === 0) {
    const beyondGate = checkpoints === 'gate' ? {} : { checkpoints };
    return withAdvice(refusal, {
      recovery: 'Run the checks, then close the step with what they showed as proof.',
      suggestions: [again({ ...beyondGate, proof: proofForm() }, 'Close it with proof')],
    });
  }
  // Asks for the missing proof as well, to save the caller another refusal.
  const proof = owed.length > 0 ? { proof: proofForm() } : {};
  return withAdvice(refusal, {
    recovery: confirmation(missing),
    suggestions: [again({ checkpoints, ...proof }, 'Confirm and close')],
  });
}

function confirmation(missing: readonly Checkpoint[]): string {
  return `Confirm ${missing.join(', ')} when they are met.`;
}

function seeSteps(target: string) {
  return suggestCall('tasks_mirror', { target }, 'See its steps');
}

function seeHistory(task: string) {
  return suggestCall('tasks_history', { task }, 'See what was done');
}
