/** The handoff to another agent: what is done, what remains, and the risks. */

import { excerpt } from '../../../kernel/excerpt.ts';
import { closedWithoutProof, missingFor, missingProof } from '../checkpoints.ts';
import { lackingSteps } from '../complete-target.ts';
import { nodePathOf, openSteps, stepsInOrder } from '../step-tree.ts';
import { isOpen, isPlan, type Step, type Target } from '../target.ts';
import { blockersOf, lackWords } from './radar.ts';
import { named, type Surroundings, withStatus } from './surroundings.ts';

/** Types, not interfaces, because views are JSON. */
export type Handoff = {
  readonly done: readonly string[];
  readonly remaining: readonly string[];
  readonly risks: readonly string[];
};

export type HandoffTotals = { readonly [List in keyof Handoff]: number };

export interface HandoffBounds {
  readonly items: number;
  readonly itemBytes: number;
}

/** `totals` counts all items, including those that the bounds leave out. */
export function handoffOf(
  target: Target,
  around: Surroundings,
  bounds: HandoffBounds,
): { readonly handoff: Handoff; readonly totals: HandoffTotals } {
  const all = isPlan(target) ? planSides(target, around) : taskSides(target);
  const risks = [...blockersOf(target, around), ...risksOf(target)];
  const short = (texts: readonly string[]) => texts.map((text) => excerpt(text, bounds.itemBytes));
  return {
    handoff: {
      // The last ones done say most about the state of the work.
      done: short(all.done.slice(-bounds.items)),
      remaining: short(all.remaining.slice(0, bounds.items)),
      risks: short(risks.slice(0, bounds.items)),
    },
    totals: { done: all.doneTotal, remaining: all.remainingTotal, risks: risks.length },
  };
}

interface Sides {
  readonly done: readonly string[];
  readonly remaining: readonly string[];
  readonly doneTotal: number;
  readonly remainingTotal: number;
}

function taskSides(target: Target): Sides {
  const steps = stepsInOrder(target);
  const line = ({ step, path }: (typeof steps)[number]) => `${path} ${step.title}`;
  const done = steps.filter(({ step }) => !isOpen(step)).map(line);
  const left = [
    ...openSteps(target).map(line),
    ...lackingSteps(target).map((each) => `${line(each)} (closed): ${lackWords(each.step)}`),
  ];
  const { id, status } = target.root;
  const finish = left.length === 0 && status !== 'DONE' ? [`finish ${id}`] : [];
  const remaining = [...left, ...finish];
  return { done, remaining, doneTotal: done.length, remainingTotal: remaining.length };
}

function planSides({ root }: Target, { tasks }: Surroundings): Sides {
  const { checklist } = root;
  const points = checklist?.steps ?? [];
  const current = checklist?.current ?? 0;
  const past = points.slice(0, current).map((point) => `checklist: ${point}`);
  const ahead = points.slice(current).map((point) => `checklist: ${point}`);
  return {
    done: [...past, ...tasks.lastDone.map(named)],
    remaining: [...ahead, ...tasks.firstOpen.map(withStatus)],
    doneTotal: past.length + tasks.done,
    remainingTotal: ahead.length + tasks.total - tasks.done,
  };
}

/** What may go wrong although nothing is blocked. */
function risksOf(target: Target): readonly string[] {
  const steps = stepsInOrder(target);
  return [
    ...unprovenRisk(target),
    ...steps.flatMap(({ step, path }) => stepRisks(step, path)),
    ...target.nodes.flatMap((node) =>
      [...node.risks, ...node.problems].map((text) => `${nodePathOf(target, node)}: ${text}`),
    ),
  ];
}

/** One risk for all such steps, so that they leave room for the others. */
function unprovenRisk(target: Target): readonly string[] {
  const paths = closedWithoutProof(target).map(({ path }) => path);
  return paths.length === 0 ? [] : [`closed without proof: ${paths.length} (${paths.join(', ')})`];
}

function stepRisks(step: Step, path: string): readonly string[] {
  if (!isOpen(step)) {
    const without = [
      ...missingFor(step),
      ...missingProof(step).map((kind) => `proof of ${kind}`),
    ].join(', ');
    const how = step.forced ? 'forced' : 'closed';
    return without === '' ? [] : [`${path} was ${how} without ${without}`];
  }
  return [
    ...missingProof(step).map((kind) => `${path} needs proof of ${kind}`),
    ...(step.tests.length === 0 ? [`${path} has no tests`] : []),
  ];
}
