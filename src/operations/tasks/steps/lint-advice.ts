/** What to do about each finding of lint: in words, and as a call. */

import { asInput, missingFor, missingProof } from '../../../domain/tasks/checkpoints.ts';
import { proofForm } from '../../../domain/tasks/proof.ts';
import type { Finding, LintReason } from '../../../domain/tasks/views/lint.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { fill } from '../../../kernel/placeholder.ts';
import type { ServerFacts } from '../../declaration/define-operation.ts';
import { reachable } from '../../reach.ts';
import { STEP_FORM } from './next-action.ts';

/** A type, not an interface, because views are JSON. */
export type Issue = {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly recovery: string;
  /** The call that does it, as this client can make it. */
  readonly call: { readonly tool: string; readonly args: JsonObject };
};

/** Who reads the issues, and where. */
export interface IssueReader {
  readonly workspace: string;
  readonly server: Pick<ServerFacts, 'reaches'> & {
    readonly defaultWorkspace?: string | undefined;
  };
}

export function issueOf(finding: Finding, { workspace, server }: IssueReader): Issue {
  const { severity, code, message, reason } = finding;
  const { recovery, tool, args } = adviceOn(reason);
  const place = workspace === server.defaultWorkspace ? {} : { workspace };
  const call = reachable({ tool, args: { ...place, ...args } }, server.reaches);
  return { severity, code, message, recovery, call };
}

interface Advice {
  readonly recovery: string;
  readonly tool: string;
  readonly args: JsonObject;
}

function advise(recovery: string, tool: string, args: JsonObject): Advice {
  return { recovery, tool, args };
}

function adviceOn(reason: LintReason): Advice {
  switch (reason.kind) {
    case 'checklist_missing':
      return advise('Give it a checklist.', 'tasks_plan', {
        plan: reason.plan,
        steps: [fill('the first point')],
      });
    case 'checklist_index':
    case 'points_open':
      return advise('Set the current point right.', 'tasks_plan', {
        plan: reason.plan,
        current: reason.points,
      });
    case 'steps_missing':
      return advise('Add its steps.', 'tasks_decompose', { task: reason.task, steps: [STEP_FORM] });
    case 'not_done':
      return advise('Finish what is open, or set it back to active.', 'tasks_complete', {
        target: reason.target,
        status: 'ACTIVE',
      });
    case 'task_not_done':
      return advise('Look at what is open in it.', 'tasks_lint', { target: reason.task });
    case 'nodes_open':
      return advise('Set it to done, or delete it.', 'tasks_task_define', {
        task: reason.task,
        path: reason.node,
        status: 'DONE',
      });
    case 'dependency_open':
      return advise(`Finish ${reason.id} first, or take it out of depends_on.`, 'tasks_snapshot', {
        target: reason.id,
      });
    case 'context_missing':
      return advise('Record why things are as they are.', 'think_card', {
        target: reason.target,
        card: { type: 'decision', title: fill('what was decided'), text: fill('why') },
      });
    default:
      return onStep(reason);
  }
}

const DEFINE = {
  success_criteria: {
    recovery: 'Say how to tell that it is done.',
    asked: 'how to tell that it is done',
  },
  tests: { recovery: 'Say what shows that it works.', asked: 'what shows that it works' },
} as const;

type StepReason = Extract<LintReason, { readonly step: unknown }>;

function onStep(reason: StepReason): Advice {
  const { kind, task, step } = reason;
  const at = { task, step_id: step.id };
  const owed = missingProof(step);
  switch (kind) {
    case 'definition_missing':
      return advise(DEFINE[reason.list].recovery, 'tasks_define', {
        ...at,
        [reason.list]: [fill(DEFINE[reason.list].asked)],
      });
    case 'checkpoint_missing':
      return advise('Confirm it when it holds, at the latest with the close.', 'tasks_verify', {
        ...at,
        checkpoints: { [reason.checkpoint]: true },
      });
    case 'proof_missing':
      return advise('Capture the proof, at the latest with the close.', 'tasks_evidence_capture', {
        ...at,
        checkpoint: owed,
        checks: proofForm(),
      });
    case 'steps_blocked':
      return advise('Unblock it once the way is free.', 'tasks_block', { ...at, blocked: false });
    case 'closed_above_open':
      return advise('Close the steps below it, or reopen it.', 'tasks_progress', {
        ...at,
        completed: false,
      });
    case 'closed_unconfirmed':
      return advise('Confirm what holds, or reopen the step.', 'tasks_macro_close_step', {
        target: task,
        step_id: step.id,
        checkpoints: asInput([...step.confirmed, ...missingFor(step)]),
        ...(owed.length > 0 ? { proof: { checks: proofForm(), checkpoint: owed } } : {}),
      });
  }
}
