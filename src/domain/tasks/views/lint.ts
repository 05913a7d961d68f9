/** Lint: finds what is missing or wrong in a plan or task; operations say what to do about it. */

import { counted } from '../../../kernel/text.ts';
import { missingFor, missingProof } from '../checkpoints.ts';
import { lackingSteps, lackOf } from '../complete-target.ts';
import { nodePathOf, openSteps, type PlacedStep, stepsInOrder } from '../step-tree.ts';
import { type Checkpoint, isOpen, isPlan, type Step, type Target } from '../target.ts';
import type { Surroundings } from './surroundings.ts';
import { withStatus } from './surroundings.ts';

/** Why something was found, as data; operations/tasks/steps/lint-advice.ts advises on each. */
export type LintReason =
  | { readonly kind: 'checklist_missing'; readonly plan: string }
  | { readonly kind: 'checklist_index'; readonly plan: string; readonly points: number }
  | { readonly kind: 'points_open'; readonly plan: string; readonly points: number }
  | { readonly kind: 'steps_missing'; readonly task: string }
  | (OfStep<'definition_missing'> & { readonly list: Defined })
  | (OfStep<'checkpoint_missing'> & { readonly checkpoint: Checkpoint })
  | OfStep<'proof_missing'>
  | OfStep<'steps_blocked'>
  | OfStep<'closed_unconfirmed'>
  | OfStep<'closed_above_open'>
  | { readonly kind: 'nodes_open'; readonly task: string; readonly node: string }
  | { readonly kind: 'not_done'; readonly target: string }
  | { readonly kind: 'task_not_done'; readonly task: string }
  | { readonly kind: 'dependency_open'; readonly id: string }
  | { readonly kind: 'context_missing'; readonly target: string };

/** The lists that say how a step can be checked. */
export type Defined = 'success_criteria' | 'tests';

/** The first of the steps that a finding is about. */
interface OfStep<Kind extends string> {
  readonly kind: Kind;
  readonly task: string;
  readonly step: Step;
}

export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly reason: LintReason;
}

/** What contradicts itself is found in any state; what is missing only while it can still come. */
export function lintTarget(target: Target, around: Surroundings): readonly Finding[] {
  const isDone = target.root.status === 'DONE';
  const wrong = isPlan(target) ? planFaults(target, around) : taskFaults(target);
  const missing = isPlan(target) ? lintPlan(target) : lintSteps(target);
  return [...wrong, ...(isDone ? [] : missing), ...unfinished(target, around)];
}

function error(code: string, message: string, reason: LintReason): Finding {
  return { severity: 'error', code, message, reason };
}

function warning(code: string, message: string, reason: LintReason): Finding {
  return { severity: 'warning', code, message, reason };
}

function lintPlan(target: Target): readonly Finding[] {
  const { id, checklist } = target.root;
  if ((checklist?.steps.length ?? 0) > 0) return [];
  const reason = { kind: 'checklist_missing', plan: id } as const;
  return [warning('NO_CHECKLIST', `${id} has no checklist`, reason)];
}

function planFaults(target: Target, { tasks, reopened = [] }: Surroundings): readonly Finding[] {
  const { id, checklist, status } = target.root;
  const points = checklist?.steps.length ?? 0;
  const current = checklist?.current ?? 0;
  const findings: Finding[] = [];
  if (current > points) {
    const reason = { kind: 'checklist_index', plan: id, points } as const;
    const message = `${id} is at point ${current} of ${points}`;
    findings.push(error('CHECKLIST_INDEX_OUT_OF_RANGE', message, reason));
  }
  const open = tasks.total - tasks.done;
  if (status === 'DONE' && open > 0) {
    const message = `${id} is done, but has ${counted(open, 'open task')}: ${places(
      tasks.firstOpen.map((each) => each.id),
      open,
    )}`;
    findings.push(error('DONE_WITH_OPEN_TASKS', message, { kind: 'not_done', target: id }));
  }
  if (status === 'DONE' && current < points) {
    const message = `${id} is done, but its checklist is at ${current}/${points}`;
    const reason = { kind: 'points_open', plan: id, points } as const;
    findings.push(warning('DONE_WITH_OPEN_POINTS', message, reason));
  }
  const [first] = reopened;
  if (first !== undefined) {
    const message = `done, but with open steps: ${places(reopened)}`;
    findings.push(error('TASKS_NOT_DONE', message, { kind: 'task_not_done', task: first }));
  }
  return findings;
}

function taskFaults(target: Target): readonly Finding[] {
  const { id, status } = target.root;
  const open = openSteps(target);
  const lacking = lackingSteps(target);
  const findings: Finding[] = [];
  if (status === 'DONE' && open.length > 0) {
    const message = `${id} is done, but has ${counted(open.length, 'open step')}: ${placesOf(open)}`;
    findings.push(error('DONE_WITH_OPEN_STEPS', message, { kind: 'not_done', target: id }));
  }
  const [first] = lacking;
  if (first) {
    const message = `closed, but not confirmed: ${places(lacking.map(lackOf))}`;
    const reason = { kind: 'closed_unconfirmed', task: id, step: first.step } as const;
    findings.push(error('CLOSED_UNCONFIRMED', message, reason));
  }
  const closed = stepsInOrder(target).filter(({ step }) => !isOpen(step));
  const above = closed.filter(({ path }) => open.some((each) => each.path.startsWith(`${path}.`)));
  const [top] = above;
  if (top) {
    const message = `closed above open steps: ${placesOf(above)}`;
    const reason = { kind: 'closed_above_open', task: id, step: top.step } as const;
    findings.push(error('CLOSED_ABOVE_OPEN_STEPS', message, reason));
  }
  const closedIds = new Set(closed.map(({ step }) => step.id));
  const left = target.nodes.filter((node) => closedIds.has(node.step) && node.status !== 'DONE');
  const [node] = left;
  if (node) {
    const message = `open in closed steps: ${places(left.map((each) => nodePathOf(target, each)))}`;
    const reason = { kind: 'nodes_open', task: id, node: node.id } as const;
    findings.push(warning('OPEN_TASK_NODES', message, reason));
  }
  return findings;
}

function lintSteps(target: Target): readonly Finding[] {
  const { id } = target.root;
  if (target.steps.length === 0) {
    return [warning('NO_STEPS', `${id} has no steps`, { kind: 'steps_missing', task: id })];
  }
  const open = openSteps(target);
  const found = (
    code: string,
    words: string,
    lacks: (step: Step) => boolean,
    why: (at: { readonly task: string; readonly step: Step }) => LintReason,
  ): readonly Finding[] => {
    const lacking = open.filter(({ step }) => lacks(step));
    const [first] = lacking;
    if (!first) return [];
    const reason = why({ task: id, step: first.step });
    return [warning(code, `${words}: ${placesOf(lacking)}`, reason)];
  };
  const undefinedIn = (code: string, words: string, list: Defined) =>
    found(
      code,
      words,
      (step) => step[list].length === 0,
      (at) => ({ kind: 'definition_missing', list, ...at }),
    );
  return [
    ...undefinedIn('MISSING_CRITERIA', 'no criteria', 'success_criteria'),
    ...undefinedIn('MISSING_TESTS', 'no tests', 'tests'),
    ...OPTIONAL.flatMap((kind) =>
      found(
        `MISSING_${kind.toUpperCase()}`,
        `${kind} not confirmed`,
        (step) => missingFor(step).includes(kind),
        (at) => ({ kind: 'checkpoint_missing', checkpoint: kind, ...at }),
      ),
    ),
    ...found(
      'MISSING_PROOF',
      'proof owed',
      (step) => isBegun(step) && missingProof(step).length > 0,
      (at) => ({ kind: 'proof_missing', ...at }),
    ),
    ...found(
      'BLOCKED_STEPS',
      'blocked',
      (step) => step.blocked,
      (at) => ({ kind: 'steps_blocked', ...at }),
    ),
  ];
}

/** The checkpoints that only evidence or a proof makes required. */
const OPTIONAL: readonly Checkpoint[] = ['security', 'perf', 'docs'];

/** A step that nobody worked on yet lacks nothing. */
function isBegun({ confirmed, evidenced, notes }: Step): boolean {
  return confirmed.length + evidenced.length + notes > 0;
}

const MAX_PLACES = 5;

function placesOf(found: readonly PlacedStep[]): string {
  return places(found.map(({ path }) => path));
}

function places(paths: readonly string[], total = paths.length): string {
  const more = total - Math.min(paths.length, MAX_PLACES);
  return `${paths.slice(0, MAX_PLACES).join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function unfinished({ root }: Target, { waits }: Surroundings): readonly Finding[] {
  const how = root.status === 'DONE' ? 'done before' : 'waits for';
  return waits.map((each) =>
    warning('DEPENDENCY_UNFINISHED', `${how} ${withStatus(each)}`, {
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
