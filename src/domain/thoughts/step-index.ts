/** An index of the steps and thoughts of a session, to resolve references to them. */

import type { NamedStep } from './cipher-cards.ts';
import { MAIN } from './session.ts';
import { placeName, type Thought } from './thought.ts';

/** A step of a thought, or a whole thought if it has no steps. */
export interface Piece {
  readonly thought: Thought;
  readonly step?: NamedStep;
}

export interface StepPiece extends Piece {
  readonly step: NamedStep;
}

export class StepIndex {
  readonly all: readonly StepPiece[];
  private readonly places = new Map<Piece, number>();
  /** The indexes in `all` at which a label was used on a chain, ascending. */
  private readonly uses = new Map<string, number[]>();
  private readonly wholes = new Map<string, Piece>();
  private readonly byThought = new Map<Thought, readonly StepPiece[]>();

  constructor(thoughts: readonly Thought[]) {
    const all: StepPiece[] = [];
    for (const thought of thoughts) {
      const whole = { thought };
      this.wholes.set(placeName(thought), whole);
      // A whole thought may refer to all steps before it.
      this.places.set(whole, all.length);
      const own = thought.steps.map((step) => ({ step, thought }));
      this.byThought.set(thought, own);
      for (const piece of own) {
        const key = useOf(thought.chain, piece.step.label);
        const uses = this.uses.get(key);
        if (uses) uses.push(all.length);
        else this.uses.set(key, [all.length]);
        this.places.set(piece, all.length);
        all.push(piece);
      }
    }
    this.all = all;
  }

  /**
   * The last step with a label before the one that refers to it, on its chain, else on the main
   * chain. Without such a step, the thought with that number.
   */
  referred(label: number, from: Piece): Piece | undefined {
    const end = this.places.get(from) ?? 0;
    const chains = [from.thought.chain, MAIN];
    for (const chain of chains) {
      const step = this.lastUse(chain, label, end);
      if (step) return step;
    }
    return chains
      .map((chain) => this.wholes.get(placeName({ chain, number: label })))
      .find((piece) => piece !== undefined && piece.thought.seq < from.thought.seq);
  }

  whole(thought: Thought): Piece | undefined {
    return this.wholes.get(placeName(thought));
  }

  /** The steps of one thought. */
  of(thought: Thought): readonly StepPiece[] {
    return this.byThought.get(thought) ?? [];
  }

  /** Binary search, since a label may have been used many times. */
  private lastUse(chain: string, label: number, end: number): StepPiece | undefined {
    const uses = this.uses.get(useOf(chain, label)) ?? [];
    let [low, high] = [0, uses.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((uses[middle] ?? end) < end) low = middle + 1;
      else high = middle;
    }
    const place = uses[low - 1];
    return place === undefined ? undefined : this.all[place];
  }
}

function useOf(chain: string, label: number): string {
  return `${chain} ${label}`;
}
