/** Lint: what is missing or wrong in a plan or task, each issue with its remedy. */

import { missingFor, missingProof } from '../checkpoints.ts';
import { stepsInOrder } from '../step-tree.ts';
import { CHECKPOINTS, isOpen, isPlan, type Target } from '../target.ts';
import type { Surroundings } from './surroundings.ts';
import { withStatus } from './surroundings.ts';

/** A type, not an interface, because views are JSON. */
export type Issue = {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly recovery: string;
};

export function lintTarget(target: Target, around: Surroundings): readonly Issue[] {
  if (target.root.status === 'DONE') return isPlan(target) ? checklistRange(target) : [];
  return [...(isPlan(target) ? lintPlan(target) : lintSteps(target)), ...unfinished(around)];
}

function warning(code: string, message: string, recovery: string): Issue {
  return { severity: 'warning', code, message, recovery };
}

function lintPlan(target: Target): readonly Issue[] {
  const { id, checklist } = target.root;
  if ((checklist?.steps.length ?? 0) > 0) return checklistRange(target);
  const recovery = `tasks_plan plan=${id} with steps gives it one.`;
  return [warning('NO_CHECKLIST', `${id} has no checklist`, recovery)];
}

function checklistRange({ root: { id, checklist } }: Target): readonly Issue[] {
  if (!checklist || checklist.current <= checklist.steps.length) return [];
  return [
    {
      severity: 'error',
      code: 'CHECKLIST_INDEX_OUT_OF_RANGE',
      message: `${id} is at point ${checklist.current} of ${checklist.steps.length}`,
      recovery: `tasks_plan plan=${id} current=${checklist.steps.length} sets it right.`,
    },
  ];
}

function lintSteps(target: Target): readonly Issue[] {
  const { id } = target.root;
  if (target.steps.length === 0) {
    return [warning('NO_STEPS', `${id} has no steps`, 'tasks_decompose adds them.')];
  }
  const open = stepsInOrder(target).filter(({ step }) => isOpen(step));
  const at = (found: typeof open) => places(found.map(({ path }) => path));
  const lacking = (lacks: (one: (typeof open)[number]) => boolean) => open.filter(lacks);
  const issues: Issue[] = [];
  for (const kind of CHECKPOINTS) {
    const found = lacking(({ step }) => missingFor(step).includes(kind));
    if (found.length === 0) continue;
    const message = `${kind} not confirmed: ${at(found)}`;
    const recovery = 'Confirm it when the step is closed, or with tasks_verify.';
    issues.push(warning(`MISSING_${kind.toUpperCase()}`, message, recovery));
  }
  const unproven = lacking(({ step }) => missingProof(step).length > 0);
  if (unproven.length > 0) {
    const recovery = 'tasks_evidence_capture, or proof when the step is closed.';
    issues.push(warning('MISSING_PROOF', `proof owed: ${at(unproven)}`, recovery));
  }
  const blocked = lacking(({ step }) => step.blocked);
  if (blocked.length > 0) {
    const recovery = 'tasks_block blocked=false once the way is free.';
    issues.push(warning('BLOCKED_STEPS', `blocked: ${at(blocked)}`, recovery));
  }
  return issues;
}

const MOST_PLACES = 5;

function places(paths: readonly string[]): string {
  const more = paths.length - MOST_PLACES;
  return `${paths.slice(0, MOST_PLACES).join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function unfinished({ waits }: Surroundings): readonly Issue[] {
  return waits.map((each) =>
    warning(
      'DEPENDENCY_UNFINISHED',
      `waits for ${withStatus(each)}`,
      `Finish ${each.id} first, or take it out of depends_on.`,
    ),
  );
}

export interface ContextPresence {
  readonly notes: boolean;
  readonly trace: boolean;
  readonly cards: boolean;
}

/** Whether an agent that takes over would find the reasons for the state of the work. */
export function lintContext(id: string, present: ContextPresence): readonly Issue[] {
  if (present.notes || present.cards) return [];
  const recovery = `think_card target=${id}, or notes_commit, says why things are as they are.`;
  return [
    present.trace
      ? warning('TRACE_ONLY', `${id} has a trace, but no notes or cards`, recovery)
      : warning('CONTEXT_EMPTY', `${id} has no notes, cards or steps of thought`, recovery),
  ];
}
