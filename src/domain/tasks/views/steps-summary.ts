/** Counts the steps of a task or plan, and finds the next one: the first open step in the tree. */

import type { JsonObject } from '../../../kernel/json.ts';
import { missingFor, missingProof, requiredFor } from '../checkpoints.ts';
import { firstOpen, type PlacedStep } from '../step-tree.ts';
import {
  CHECKPOINTS,
  type Checklist,
  type Checkpoint,
  isOpen,
  type Step,
  type Target,
} from '../target.ts';

/**
 * Checkpoints besides criteria and tests: required only if evidence, a proof or a call names them.
 */
const OPTIONAL: readonly Checkpoint[] = ['security', 'perf', 'docs'];
const PROVABLE: readonly Checkpoint[] = ['tests', ...OPTIONAL];

export type StepsSummary = JsonObject & {
  readonly total: number;
  readonly open: number;
  readonly completed: number;
  readonly first_open: JsonObject | null;
};

export function stepsSummary(target: Target): StepsSummary {
  const open = target.steps.filter(isOpen);
  const next = firstOpen(target);
  return {
    total: target.steps.length,
    open: open.length,
    completed: target.steps.length - open.length,
    ...counted('missing', CHECKPOINTS, target.steps, missingFor),
    ...counted('missing_proof', PROVABLE, target.steps, missingProof),
    first_open: next ? firstOpenView(next) : null,
  };
}

/** Of a plan: its steps are the points of its checklist, which have no checkpoints. */
export function pointsSummary(checklist: Checklist | null): StepsSummary {
  const { steps = [], current = 0 } = checklist ?? {};
  const next = steps[current];
  return {
    total: steps.length,
    open: Math.max(0, steps.length - current),
    completed: Math.min(current, steps.length),
    first_open: next === undefined ? null : { index: current, title: next },
  };
}

/** For each kind of checkpoint that steps lack, how many do. */
function counted(
  prefix: string,
  kinds: readonly Checkpoint[],
  steps: readonly Step[],
  lacks: (step: Step) => readonly Checkpoint[],
): JsonObject {
  const lacking = steps.flatMap((step) => lacks(step));
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const count = lacking.filter((each) => each === kind).length;
      return count === 0 ? [] : [[`${prefix}_${kind}`, count]];
    }),
  );
}

/** Only what is confirmed, required or shown: a reader pays for each flag. */
function firstOpenView({ step, path }: PlacedStep): JsonObject {
  const required = requiredFor(step);
  const isProvable = (kind: Checkpoint) => (step.proof[kind] ?? 'off') !== 'off';
  const isShown = (kind: Checkpoint) => step.evidenced.includes(kind);
  return {
    step_id: step.id,
    path,
    title: step.title,
    ...flags(step.confirmed, (kind) => [`${kind}_confirmed`, true]),
    ...flags(among(OPTIONAL, required), (kind) => [`require_${kind}`, true]),
    ...flags(PROVABLE.filter(isProvable), (kind) => [
      `proof_${kind}_mode`,
      step.proof[kind] ?? 'off',
    ]),
    ...flags(
      PROVABLE.filter((kind) => isProvable(kind) || isShown(kind)),
      (kind) => [`proof_${kind}_present`, isShown(kind)],
    ),
  };
}

function among(kinds: readonly Checkpoint[], named: readonly Checkpoint[]) {
  return kinds.filter((kind) => named.includes(kind));
}

function flags(
  kinds: readonly Checkpoint[],
  entry: (kind: Checkpoint) => readonly [string, string | boolean],
): JsonObject {
  return Object.fromEntries(kinds.map(entry));
}
