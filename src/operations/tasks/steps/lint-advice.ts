/** What to do about each finding of lint. */

import type { Finding, LintReason } from '../../../domain/tasks/views/lint.ts';

/** A type, not an interface, because views are JSON. */
export type Issue = {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly recovery: string;
};

export function issueOf({ severity, code, message, reason }: Finding): Issue {
  return { severity, code, message, recovery: recoveryFrom(reason) };
}

function recoveryFrom(reason: LintReason): string {
  switch (reason.kind) {
    case 'checklist_missing':
      return `tasks_plan plan=${reason.plan} with steps gives it one.`;
    case 'checklist_index':
      return `tasks_plan plan=${reason.plan} current=${reason.points} sets it right.`;
    case 'steps_missing':
      return 'tasks_decompose adds them.';
    case 'checkpoint_missing':
      return 'Confirm it when the step is closed, or with tasks_verify.';
    case 'proof_missing':
      return 'tasks_evidence_capture, or proof when the step is closed.';
    case 'steps_blocked':
      return 'tasks_block blocked=false once the way is free.';
    case 'dependency_open':
      return `Finish ${reason.id} first, or take it out of depends_on.`;
    case 'context_missing':
      return `think_card target=${reason.target}, or notes_commit, says why things are as they are.`;
  }
}
