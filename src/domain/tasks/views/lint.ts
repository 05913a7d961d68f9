/** Lint: finds what is missing or wrong in a plan or task; operations say what to do about it. */

import { missingFor, missingProof } from '../checkpoints.ts';
import { stepsInOrder } from '../step-tree.ts';
import { CHECKPOINTS, isOpen, isPlan, type Target } from '../target.ts';
import type { Surroundings } from './surroundings.ts';
import { withStatus } from './surroundings.ts';

/** Why something was found, as data; operations/tasks/steps/lint-advice.ts advises on each. */
export type LintReason =
  | { readonly kind: 'checklist_missing'; readonly plan: string }
  | { readonly kind: 'checklist_index'; readonly plan: string; readonly points: number }
  | { readonly kind: 'steps_missing' }
  | { readonly kind: 'checkpoint_missing' }
  | { readonly kind: 'proof_missing' }
  | { readonly kind: 'steps_blocked' }
  | { readonly kind: 'dependency_open'; readonly id: string }
  | { readonly kind: 'context_missing'; readonly target: string };

export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly reason: LintReason;
}

export function lintTarget(target: Target, around: Surroundings): readonly Finding[] {
  if (target.root.status === 'DONE') return isPlan(target) ? checklistRange(target) : [];
  return [...(isPlan(target) ? lintPlan(target) : lintSteps(target)), ...unfinished(around)];
}

function warning(code: string, message: string, reason: LintReason): Finding {
  return { severity: 'warning', code, message, reason };
}

function lintPlan(target: Target): readonly Finding[] {
  const { id, checklist } = target.root;
  if ((checklist?.steps.length ?? 0) > 0) return checklistRange(target);
  const reason = { kind: 'checklist_missing', plan: id } as const;
  return [warning('NO_CHECKLIST', `${id} has no checklist`, reason)];
}

function checklistRange({ root: { id, checklist } }: Target): readonly Finding[] {
  if (!checklist || checklist.current <= checklist.steps.length) return [];
  return [
    {
      severity: 'error',
      code: 'CHECKLIST_INDEX_OUT_OF_RANGE',
      message: `${id} is at point ${checklist.current} of ${checklist.steps.length}`,
      reason: { kind: 'checklist_index', plan: id, points: checklist.steps.length },
    },
  ];
}

function lintSteps(target: Target): readonly Finding[] {
  const { id } = target.root;
  if (target.steps.length === 0) {
    return [warning('NO_STEPS', `${id} has no steps`, { kind: 'steps_missing' })];
  }
  const open = stepsInOrder(target).filter(({ step }) => isOpen(step));
  const at = (found: typeof open) => places(found.map(({ path }) => path));
  const lacking = (lacks: (one: (typeof open)[number]) => boolean) => open.filter(lacks);
  const findings: Finding[] = [];
  for (const kind of CHECKPOINTS) {
    const found = lacking(({ step }) => missingFor(step).includes(kind));
    if (found.length === 0) continue;
    const message = `${kind} not confirmed: ${at(found)}`;
    const code = `MISSING_${kind.toUpperCase()}`;
    findings.push(warning(code, message, { kind: 'checkpoint_missing' }));
  }
  const unproven = lacking(({ step }) => missingProof(step).length > 0);
  if (unproven.length > 0) {
    const message = `proof owed: ${at(unproven)}`;
    findings.push(warning('MISSING_PROOF', message, { kind: 'proof_missing' }));
  }
  const blocked = lacking(({ step }) => step.blocked);
  if (blocked.length > 0) {
    const message = `blocked: ${at(blocked)}`;
    findings.push(warning('BLOCKED_STEPS', message, { kind: 'steps_blocked' }));
  }
  return findings;
}

const MOST_PLACES = 5;

function places(paths: readonly string[]): string {
  const more = paths.length - MOST_PLACES;
  return `${paths.slice(0, MOST_PLACES).join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function unfinished({ waits }: Surroundings): readonly Finding[] {
  return waits.map((each) =>
    warning('DEPENDENCY_UNFINISHED', `waits for ${withStatus(each)}`, {
      kind: 'dependency_open',
      id: each.id,
    }),
  );
}

export interface ContextPresence {
  readonly notes: boolean;
  readonly trace: boolean;
  readonly cards: boolean;
}

/** Whether an agent that takes over would find the reasons for the state of the work. */
export function lintContext(id: string, present: ContextPresence): readonly Finding[] {
  if (present.notes || present.cards) return [];
  const reason = { kind: 'context_missing', target: id } as const;
  return [
    present.trace
      ? warning('TRACE_ONLY', `${id} has a trace, but no notes or cards`, reason)
      : warning('CONTEXT_EMPTY', `${id} has no notes, cards or steps of thought`, reason),
  ];
}
