/** What was said in a session, in the order of saying, found as references find it. */

import type { NamedStep } from './cipher-cards.ts';
import { MAIN } from './session.ts';
import { placeName, type Thought } from './thought.ts';

/** A step in its thought; without a step, a thought as a whole. */
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
  /** Where in `all` a label was used on a chain, growing. */
  private readonly uses = new Map<string, number[]>();
  private readonly wholes: ReadonlyMap<string, Piece>;

  constructor(thoughts: readonly Thought[]) {
    this.all = thoughts.flatMap((thought) => thought.steps.map((step) => ({ step, thought })));
    this.wholes = new Map(thoughts.map((thought) => [placeName(thought), { thought }]));
    for (const [place, piece] of this.all.entries()) {
      this.places.set(piece, place);
      const key = useOf(piece.thought.chain, piece.step.label);
      const uses = this.uses.get(key);
      if (uses) uses.push(place);
      else this.uses.set(key, [place]);
    }
  }

  /**
   * The last step with a label before the one that refers to it, on its chain, else on the main
   * one; else the thought with that number.
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

  /** Found by halving: a label may have been used again and again. */
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
