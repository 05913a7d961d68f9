/** Judges the steps of a session: which were overturned, which hold, and what supports what. */

import type { Relation } from './cipher.ts';
import { statusBy } from './cipher-cards.ts';
import type { Piece, StepIndex, StepPiece } from './step-index.ts';
import { placeName, type Thought } from './thought.ts';

/** The relations to what a step rests on. It does not rest on what it revises or contradicts. */
const CARRYING: readonly Relation[] = ['follows', 'supports'];

/** A step that revises or contradicts what was said before. */
export interface Overturning {
  readonly target: Piece;
  readonly rel: Relation;
  readonly by: StepPiece;
}

/**
 * By what was overturned, in the order in which that happened first; what says the same in the same
 * words is one.
 */
export function byTarget(all: readonly Overturning[]): readonly (readonly Overturning[])[] {
  const found = new Map<string, Overturning[]>();
  for (const each of all) {
    const { step, thought } = each.target;
    const key = `${step?.marker ?? ''} ${step?.content ?? thought.text}`;
    const known = found.get(key);
    if (known) known.push(each);
    else found.set(key, [each]);
  }
  return [...found.values()];
}

export function overturnings(steps: StepIndex): readonly Overturning[] {
  return steps.all.flatMap((by) => {
    const targets = new Map<Piece, Overturning>();
    for (const { label, rel } of by.step.refs) {
      const target = CARRYING.includes(rel) ? undefined : steps.referred(label, by);
      // A step may both reject another and replace it: that is reported once.
      if (target && !targets.has(target)) targets.set(target, { target, rel, by });
    }
    return [...targets.values()];
  });
}

export interface Judgement {
  /** Whether it was never overturned, and does not rest only on what was overturned. */
  holds(piece: Piece): boolean;
  isOverturned(thought: Thought): boolean;
}

export function judge(
  thoughts: readonly Thought[],
  steps: StepIndex,
  overturned: readonly Overturning[],
): Judgement {
  const revised = new Set(thoughts.flatMap(({ revises }) => (revises ? placeName(revises) : [])));
  const fallen = new Set(overturned.map(({ target }) => target));
  const isFallen = (piece: Piece | undefined) => piece !== undefined && fallen.has(piece);
  const stands = (piece: Piece) =>
    !isFallen(piece) &&
    !isFallen(steps.whole(piece.thought)) &&
    !revised.has(placeName(piece.thought));
  const holding = new Set<Piece>();
  const holds = (piece: Piece) => (piece.step ? holding.has(piece) : stands(piece));
  // A conclusion rests on earlier pieces, which have been judged already.
  for (const piece of steps.all) {
    const ground = piece.step.marker === 'C' ? carriersOf(piece, steps) : [];
    if (stands(piece) && (ground.length === 0 || ground.some(holds))) holding.add(piece);
  }
  const standing = new Set(steps.all.filter(stands).map(({ thought }) => placeName(thought)));
  const isOverturned = (thought: Thought) => {
    const whole = steps.whole(thought);
    if (whole && !stands(whole)) return true;
    return thought.steps.length > 0 && !standing.has(placeName(thought));
  };
  return { holds, isOverturned };
}

/** The pieces that a step refers to as its grounds. */
export function carriersOf(from: Piece, steps: StepIndex): readonly Piece[] {
  return (from.step?.refs ?? []).flatMap(({ label, rel }) =>
    CARRYING.includes(rel) ? (steps.referred(label, from) ?? []) : [],
  );
}

/** The steps that support each piece, in the order of recording. */
export function supportersOf(steps: StepIndex): ReadonlyMap<Piece, readonly StepPiece[]> {
  const found = new Map<Piece, StepPiece[]>();
  for (const by of steps.all) {
    for (const { label, rel } of by.step.refs) {
      const target = rel === 'supports' ? steps.referred(label, by) : undefined;
      if (!target) continue;
      const known = found.get(target);
      if (known) known.push(by);
      else found.set(target, [by]);
    }
  }
  return found;
}

/** The questions that no later step answered, revised or rejected. */
export function openQuestions(steps: StepIndex): readonly StepPiece[] {
  const settled = new Set<Piece>();
  for (const by of steps.all) {
    for (const { label, rel } of by.step.refs) {
      const target = steps.referred(label, by);
      if (target && statusBy({ marker: by.step.marker, rel }, true)) settled.add(target);
    }
  }
  return steps.all.filter((piece) => piece.step.marker === 'Q' && !settled.has(piece));
}
