/**
 * Compares what a branch sees with a model that copies all entries; rules in
 * docs/spec/branches-and-notes.md.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EffectiveView,
  effectiveView,
  type LineageStep,
  sees,
  viewAfter,
  viewBefore,
  viewWithout,
} from './effective-view.ts';

const RUNS = { seed: 1731, numRuns: 300 };

interface Entry {
  readonly branch: number;
  readonly seq: number;
}

/** One step of a history: an entry on a branch, or a new branch based on another. */
type Step = { readonly make: boolean; readonly on: number };

const history = fc.array(fc.record({ make: fc.boolean(), on: fc.nat(30) }), { maxLength: 40 });

/** The naive model: a new branch gets a copy of everything its base sees. */
class Copies {
  readonly entries: Entry[] = [];
  readonly seen = new Map<number, Set<number>>([[1, new Set()]]);
  readonly bases = new Map<number, { branch: number; seq: number }>();
  private seq = 1;

  get branches(): number[] {
    return [...this.seen.keys()];
  }

  play({ make, on }: Step): void {
    const branch = this.branches[on % this.branches.length] ?? 1;
    const head = this.seq++;
    const seq = this.seq;
    if (make) {
      this.seen.set(seq, new Set(this.seen.get(branch)));
      this.bases.set(seq, { branch, seq: head });
    } else {
      this.entries.push({ branch, seq });
      this.seen.get(branch)?.add(seq);
    }
  }

  lineage(branch: number): LineageStep[] {
    const base = this.bases.get(branch);
    return base ? [{ branch, baseSeq: base.seq }, ...this.lineage(base.branch)] : [{ branch }];
  }

  sees(branch: number): number[] {
    return [...(this.seen.get(branch) ?? [])].sort((a, b) => a - b);
  }
}

function played(steps: readonly Step[]): Copies {
  const model = new Copies();
  for (const step of steps) model.play(step);
  return model;
}

function read(view: EffectiveView, entries: readonly Entry[]): number[] {
  return entries
    .filter(({ branch, seq }) =>
      view.some((part) => part.branch === branch && part.after < seq && seq <= part.upTo),
    )
    .map((entry) => entry.seq);
}

describe('the effective view', () => {
  it('[BN14] is what a copy at the creation of each branch would contain', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const model = played(steps);
        for (const branch of model.branches) {
          const view = effectiveView(model.lineage(branch));
          expect(read(view, model.entries)).toEqual(model.sees(branch));
        }
      }),
      RUNS,
    );
  });

  it('[BN15] a base never sees entries of its branches', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const model = played(steps);
        for (const branch of model.branches) {
          const below = new Set(model.lineage(branch).map((step) => step.branch));
          const seen = effectiveView(model.lineage(branch)).map((part) => part.branch);
          expect(new Set(seen)).toEqual(below);
        }
      }),
      RUNS,
    );
  });

  it('[ST7] its stretches come newest first and never overlap', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const model = played(steps);
        for (const branch of model.branches) {
          const view = effectiveView(model.lineage(branch));
          const inOrder = view.flatMap((part) => read([part], model.entries).sort((a, b) => b - a));
          expect(inOrder).toEqual(model.sees(branch).reverse());
        }
      }),
      RUNS,
    );
  });

  it('[BN19] below a cursor it has what is older, and nothing else', () => {
    fc.assert(
      fc.property(history, fc.nat(45), (steps, cursor) => {
        const model = played(steps);
        for (const branch of model.branches) {
          const view = viewBefore(effectiveView(model.lineage(branch)), cursor);
          const older = model.sees(branch).filter((seq) => seq < cursor);
          expect(read(view, model.entries)).toEqual(older);
        }
      }),
      RUNS,
    );
  });

  it('[NV9] above a seq it has what is newer, and it sees exactly what it has', () => {
    fc.assert(
      fc.property(history, fc.nat(45), (steps, seq) => {
        const model = played(steps);
        for (const branch of model.branches) {
          const view = viewAfter(effectiveView(model.lineage(branch)), seq);
          const younger = model.sees(branch).filter((each) => each > seq);
          expect(read(view, model.entries)).toEqual(younger);
          const seen = model.entries.filter((entry) => sees(view, entry));
          expect(seen.map((entry) => entry.seq)).toEqual(younger);
        }
      }),
      RUNS,
    );
  });

  it('[BN20] minus another view it has what only the first one sees', () => {
    fc.assert(
      fc.property(history, fc.nat(30), fc.nat(30), (steps, a, b) => {
        const model = played(steps);
        const at = (index: number) => model.branches[index % model.branches.length] ?? 1;
        const [to, from] = [at(a), at(b)];
        const view = viewWithout(
          effectiveView(model.lineage(to)),
          effectiveView(model.lineage(from)),
        );
        const other = new Set(model.sees(from));
        const only = model.sees(to).filter((seq) => !other.has(seq));
        expect(read(view, model.entries)).toEqual(only);
      }),
      RUNS,
    );
  });
});
