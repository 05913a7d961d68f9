/** The rules for when a step may close. */

import { invalid, Refused } from './refuse.ts';
import { CHECKPOINTS, type Fields, listOf, type Step, type Value } from './world.ts';

export type Mentions = Map<string, boolean>;

export function mentionsIn(given: Value | undefined): Mentions {
  if (given === 'gate') return new Map(['criteria', 'tests'].map((kind) => [kind, true]));
  if (given === 'all') return new Map(CHECKPOINTS.map((kind) => [kind, true]));
  const mentions: Mentions = new Map();
  for (const [kind, mention] of Object.entries((given ?? {}) as Fields)) {
    if (mention === null) continue;
    mentions.set(
      kind,
      typeof mention === 'boolean' ? mention : Boolean((mention as Fields).confirmed),
    );
  }
  if (mentions.size === 0) invalid('no checkpoint');
  return mentions;
}

export function confirm(step: Step, mentions: Mentions): void {
  const confirmed = listOf(step, 'confirmed');
  step.fields.confirmed = CHECKPOINTS.filter(
    (kind) => mentions.get(kind) ?? confirmed.includes(kind),
  );
}

function owesProof(step: Step, kind: string): boolean {
  return (step.fields.proof as Fields)[kind] === 'require';
}

/** Criteria and tests always; the others once evidence, required proof or a mention names them. */
export function requiredOf(step: Step, mentions: Mentions = new Map()): string[] {
  const evidenced = listOf(step, 'evidenced');
  return CHECKPOINTS.filter(
    (kind) =>
      ['criteria', 'tests'].includes(kind) ||
      evidenced.includes(kind) ||
      owesProof(step, kind) ||
      mentions.has(kind),
  );
}

export function missingOf(step: Step, mentions: Mentions = new Map()): string[] {
  return requiredOf(step, mentions).filter((kind) => !listOf(step, 'confirmed').includes(kind));
}

export function missingProofOf(step: Step): string[] {
  const evidenced = listOf(step, 'evidenced');
  return CHECKPOINTS.filter((kind) => owesProof(step, kind) && !evidenced.includes(kind));
}

function hasOpen({ steps }: Step): boolean {
  return steps.some((each) => each.fields.completed_at_ms === null || hasOpen(each));
}

/** Whether a closed step would not close now. */
export function isLacking(step: Step): boolean {
  const isClosed = step.fields.completed_at_ms !== null;
  return isClosed && missingOf(step).length + missingProofOf(step).length > 0;
}

/** Call it after the mentions were confirmed. */
export function checkGate(step: Step, mentions: Mentions = new Map()): void {
  if (hasOpen(step)) throw new Refused('CHECKPOINTS_NOT_CONFIRMED');
  checkOwnGate(step, mentions);
}

/** Whatever is open below it. */
export function checkOwnGate(step: Step, mentions: Mentions = new Map()): void {
  if (missingOf(step, mentions).length > 0) throw new Refused('CHECKPOINTS_NOT_CONFIRMED');
  if (missingProofOf(step).length > 0) throw new Refused('PROOF_REQUIRED');
}
