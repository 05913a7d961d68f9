/** The steps of a session in the order in which they were written, found by chain and label. */

import type { NamedStep } from './cipher-cards.ts';
import { MAIN } from './session.ts';
import type { Thought } from './thought.ts';

/** A step with the thought that it stands in. */
export interface PlacedStep {
  readonly step: NamedStep;
  readonly thought: Thought;
}

export class StepIndex {
  readonly all: readonly PlacedStep[];
  private readonly places = new Map<PlacedStep, number>();
  /** Where in `all` a label was used on a chain, growing. */
  private readonly uses = new Map<string, number[]>();

  constructor(thoughts: readonly Thought[]) {
    this.all = thoughts.flatMap((thought) => thought.steps.map((step) => ({ step, thought })));
    for (const [place, placed] of this.all.entries()) {
      this.places.set(placed, place);
      const key = useOf(placed.thought.chain, placed.step.label);
      const uses = this.uses.get(key);
      if (uses) uses.push(place);
      else this.uses.set(key, [place]);
    }
  }

  /** The last step with a label before the one that refers to it: on its chain, else on the main. */
  referred(label: number, from: PlacedStep): PlacedStep | undefined {
    const end = this.places.get(from) ?? 0;
    return this.lastUse(from.thought.chain, label, end) ?? this.lastUse(MAIN, label, end);
  }

  /** Found by halving: a label may have been used again and again. */
  private lastUse(chain: string, label: number, end: number): PlacedStep | undefined {
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
