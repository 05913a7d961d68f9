/**
 * When a step can close: the checkpoints it needs, those not confirmed, and the proof that is
 * missing.
 */

import { type Refusal, refuse } from '../../kernel/refusal.ts';
import { counted } from '../../kernel/text.ts';
import { refuseFor } from './reasons.ts';
import { openSteps, type PlacedStep, stepsInOrder } from './step-tree.ts';
import { CHECKPOINTS, type Checkpoint, isOpen, type Step, type Target } from './target.ts';

const GATE: readonly Checkpoint[] = ['criteria', 'tests'];

/** The checkpoints in a call: true confirms, false withdraws, absent leaves as it is. */
export type Mentions = { readonly [Kind in Checkpoint]?: boolean };

export type CheckpointsInput =
  | 'gate'
  | 'all'
  | {
      readonly [Kind in Checkpoint]?: boolean | { readonly confirmed: boolean } | null | undefined;
    };

export function readMentions(input: CheckpointsInput): Mentions | Refusal {
  if (input === 'gate') return mentionAll(GATE);
  if (input === 'all') return mentionAll(CHECKPOINTS);
  const mentions: { [Kind in Checkpoint]?: boolean } = {};
  for (const kind of CHECKPOINTS) {
    const given = input[kind];
    if (given === undefined || given === null) continue;
    mentions[kind] = typeof given === 'boolean' ? given : given.confirmed;
  }
  if (Object.keys(mentions).length === 0) {
    return refuse('INVALID_INPUT', 'checkpoints: mention at least one', {
      recovery: 'Give "gate" (criteria and tests), "all", or for example {"criteria": true}.',
    });
  }
  return mentions;
}

/** The refusal of mentions that confirm neither criteria nor tests, where one is wanted. */
export function refuseBeyondGate(mentions: Mentions): Refusal | undefined {
  if (GATE.some((kind) => mentions[kind] !== undefined)) return undefined;
  return refuse('INVALID_INPUT', 'checkpoints: mention at least one of criteria, tests', {
    recovery: 'Send "gate" for both, with the others beside them as an object.',
  });
}

function mentionAll(kinds: readonly Checkpoint[]): Mentions {
  return Object.fromEntries(kinds.map((kind) => [kind, true]));
}

export function confirmedAfter(step: Step, mentions: Mentions): readonly Checkpoint[] {
  return CHECKPOINTS.filter((kind) => mentions[kind] ?? step.confirmed.includes(kind));
}

/** Criteria and tests always; the others once evidence, a proof or the call itself names them. */
export function requiredFor(step: Step, mentions: Mentions = {}): readonly Checkpoint[] {
  return CHECKPOINTS.filter(
    (kind) =>
      GATE.includes(kind) ||
      step.evidenced.includes(kind) ||
      step.proof[kind] === 'require' ||
      mentions[kind] !== undefined,
  );
}

export function missingFor(step: Step, mentions: Mentions = {}): readonly Checkpoint[] {
  const confirmed = confirmedAfter(step, mentions);
  return requiredFor(step, mentions).filter((kind) => !confirmed.includes(kind));
}

/** The checkpoints that need proof and have no evidence yet. */
export function missingProof(step: Step): readonly Checkpoint[] {
  return CHECKPOINTS.filter(
    (kind) => step.proof[kind] === 'require' && !step.evidenced.includes(kind),
  );
}

/** Whether a step says how it can be checked, and nothing was shown for any checkpoint of it. */
export function isUnproven({ success_criteria, tests, evidenced }: Step): boolean {
  return evidenced.length === 0 && success_criteria.length + tests.length > 0;
}

/** The steps that were closed although nothing was shown for them. */
export function closedWithoutProof(target: Target): readonly PlacedStep[] {
  return stepsInOrder(target).filter(({ step }) => !isOpen(step) && isUnproven(step));
}

/** The refusal if a step cannot close: the steps below it come first. */
export function gate(
  target: Target,
  placed: PlacedStep,
  mentions: Mentions = {},
): Refusal | undefined {
  const below = openSteps(target).filter(({ path }) => path.startsWith(`${placed.path}.`));
  const [first] = below;
  if (!first) return ownGate(target, placed, mentions);
  const count = counted(below.length, 'open step');
  return refuseFor(
    { kind: 'steps_open', task: target.root.id },
    'CHECKPOINTS_NOT_CONFIRMED',
    `${placed.path} has ${count} below it, the first is ${first.path}`,
  );
}

/** The refusal if a step itself lacks a confirmation or proof. */
export function ownGate(
  target: Target,
  { step, path }: PlacedStep,
  mentions: Mentions = {},
): Refusal | undefined {
  const missing = missingFor(step, mentions);
  const owed = missingProof(step);
  const reason = {
    kind: 'gate_closed',
    task: target.root.id,
    step: step.id,
    missing,
    owed,
  } as const;
  if (missing.length > 0) {
    const message = `${path} is not confirmed: ${missing.join(', ')}`;
    return refuseFor(reason, 'CHECKPOINTS_NOT_CONFIRMED', message);
  }
  if (owed.length === 0) return undefined;
  return refuseFor(reason, 'PROOF_REQUIRED', `${path} needs proof: ${owed.join(', ')}`);
}

/** The shortest input that names these checkpoints. */
export function asInput(kinds: readonly Checkpoint[]) {
  const isGate = kinds.length === GATE.length && GATE.every((kind) => kinds.includes(kind));
  return isGate ? 'gate' : Object.fromEntries(kinds.map((kind) => [kind, true]));
}
