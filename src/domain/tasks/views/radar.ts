/** The radar: a short view of a target with now, why, verify, next and blockers. */

import { excerpt } from '../../../kernel/excerpt.ts';
import { missingFor, missingProof } from '../checkpoints.ts';
import { isFinished, lackingSteps } from '../complete-target.ts';
import { planProgress } from '../plan-moves.ts';
import { nodePathOf, openSteps } from '../step-tree.ts';
import { isPlan, type Step, type Target } from '../target.ts';
import { isOver, type Surroundings, withStatus } from './surroundings.ts';

/** A type, not an interface, because views are JSON. */
export type Radar = {
  readonly now: string;
  readonly why: string | null;
  readonly verify: readonly string[];
  readonly next: readonly string[];
  readonly blockers: readonly string[];
};

export interface RadarBounds {
  readonly items: number;
  readonly itemBytes: number;
  readonly whyBytes: number;
}

const STANDARD: RadarBounds = { items: 10, itemBytes: 240, whyBytes: 2_000 };

export function radarOf(
  target: Target,
  around: Surroundings,
  bounds: RadarBounds = STANDARD,
): Radar {
  const list = (texts: readonly string[]) =>
    texts.slice(0, bounds.items).map((text) => excerpt(text, bounds.itemBytes));
  const why = reasonFor(target);
  const { id, kind, title, status } = target.root;
  return {
    now: excerpt(`${kind} ${id} — ${title} (${status})`, bounds.itemBytes),
    why: why === null ? null : excerpt(why, bounds.whyBytes),
    verify: list(isPlan(target) ? planChecks(target, around) : stepChecks(target)),
    next: list(isPlan(target) ? planNext(target, around) : taskNext(target)),
    blockers: list(blockersOf(target, around)),
  };
}

function reasonFor({ root }: Target): string | null {
  return root.kind === 'plan'
    ? (root.contract ?? root.description)
    : (root.description ?? root.context);
}

/** What must be confirmed before the next step can close, or before the task is done. */
function stepChecks(target: Target): readonly string[] {
  const next = openSteps(target)[0] ?? lackingSteps(target)[0];
  if (!next) return [];
  const { step, path } = next;
  const missing = missingFor(step);
  const said = { criteria: step.success_criteria, tests: step.tests };
  return [
    ...missing.flatMap((kind) => {
      const texts = kind === 'criteria' || kind === 'tests' ? said[kind] : [];
      return texts.length === 0
        ? [`${path} ${kind}: to be confirmed`]
        : texts.map((text) => `${path} ${kind}: ${text}`);
    }),
    ...missingProof(step).map((kind) => `${path} proof of ${kind}: to be captured`),
  ];
}

function taskNext(target: Target): readonly string[] {
  const { id } = target.root;
  if (isFinished(target)) return [];
  if (target.steps.length === 0) return [`add steps to ${id}`];
  const left = [
    ...openSteps(target).map(({ step, path }, index) =>
      index === 0 ? `${path} ${step.title}: ${gateWords(step)}` : `then ${path} ${step.title}`,
    ),
    ...lackingSteps(target).map(
      ({ step, path }) => `${path} ${step.title} (closed): ${lackWords(step)}`,
    ),
  ];
  return left.length > 0 ? left : [`finish ${id}: every step is done`];
}

function gateWords(step: Step): string {
  const words = lackWords(step);
  return words === '' ? 'close it' : `${words}, and close it`;
}

/** `confirm criteria, tests, prove tests`: what the gate of a step still wants. */
export function lackWords(step: Step): string {
  const missing = missingFor(step);
  const owed = missingProof(step);
  const parts = [
    ...(missing.length > 0 ? [`confirm ${missing.join(', ')}`] : []),
    ...(owed.length > 0 ? [`prove ${owed.join(', ')}`] : []),
  ];
  return parts.join(', ');
}

function planChecks({ root }: Target, { tasks }: Surroundings): readonly string[] {
  return [
    ...(root.checklist ? [`checklist ${planProgress(root.checklist)}`] : []),
    ...(tasks.total > 0 ? [`tasks ${tasks.done}/${tasks.total} done`] : []),
  ];
}

function planNext(target: Target, around: Surroundings): readonly string[] {
  if (isOver(target, around)) return [];
  const { root } = target;
  const { tasks } = around;
  const { checklist } = root;
  const point = root.status === 'DONE' ? undefined : checklist?.steps[checklist.current];
  const found = [
    ...(point === undefined ? [] : [`checklist: ${point}`]),
    ...tasks.firstOpen.map(withStatus),
  ];
  if (found.length > 0) return found;
  return tasks.total > 0 || checklist ? [`finish ${root.id}`] : [`start a task in ${root.id}`];
}

/** Everything that blocks the open steps. */
export function blockersOf(target: Target, around: Surroundings): readonly string[] {
  if (isOver(target, around)) return [];
  const open = openSteps(target);
  const openIds = new Set(open.map(({ step }) => step.id));
  return [
    ...around.waits.map((each) => `waits for ${withStatus(each)}`),
    ...open
      .filter(({ step }) => step.blocked)
      .map(({ step, path }) => `${path} blocked: ${step.blocked_reason ?? 'no reason given'}`),
    ...open.flatMap(({ step, path }) => step.blockers.map((text) => `${path}: ${text}`)),
    ...target.nodes
      .filter((node) => openIds.has(node.step) && node.status !== 'DONE')
      .flatMap((node) => {
        const path = nodePathOf(target, node);
        return [
          ...(node.blocked ? [`${path} blocked: ${node.title}`] : []),
          ...node.blockers.map((text) => `${path}: ${text}`),
        ];
      }),
  ];
}
