import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrderOfArrival, type Timed } from './arrival.ts';
import { byChain } from './by-chain.ts';

const at = (chain: string, number: number, atMs: number, revised?: number): Timed => ({
  chain,
  number,
  atMs,
  revises: revised === undefined ? undefined : { chain: '', number: revised },
});

const order = (thoughts: readonly Timed[], origins: Record<string, number> = {}) =>
  inOrderOfArrival(byChain(thoughts), new Map(Object.entries(origins))).map(
    ({ chain, number }) => `${chain}${number}`,
  );

describe('the order of arrival', () => {
  it('[AR25] follows the times across chains', () => {
    const thoughts = [at('', 1, 10), at('', 2, 30), at('a', 1, 20), at('a', 2, 40), at('b', 1, 35)];
    expect(order(thoughts, { a: 1, b: 2 })).toEqual(['1', 'a1', '2', 'b1', 'a2']);
  });

  it('[AR25] keeps the order of a chain, with any numbers and times', () => {
    expect(order([at('', 5, 30), at('', 2, 20), at('', 9, 10)])).toEqual(['5', '2', '9']);
  });

  it('[AR25] puts a branch after its origin, and a revision after what it revises', () => {
    const thoughts = [at('', 1, 50), at('', 2, 90), at('a', 1, 10), at('a', 2, 20, 2)];
    expect(order(thoughts, { a: 1 })).toEqual(['1', 'a1', '2', 'a2']);
  });

  it('[AR25] puts the main chain first if times are equal', () => {
    const thoughts = [at('b', 1, 5), at('a', 1, 5), at('', 1, 5), at('', 2, 5)];
    expect(order(thoughts, { a: 1, b: 1 })).toEqual(['1', '2', 'a1', 'b1']);
  });

  it('[AR25] restores any history with ascending times', () => {
    const step = fc.record({
      chain: fc.constantFrom('', 'a', 'b', 'c'),
      wait: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let now = 0;
        const history = [{ chain: '', wait: 1 }, ...steps].map(({ chain, wait }, index) => {
          now += wait;
          return at(chain, index + 1, now);
        });
        expect(order(history, { a: 1, b: 1, c: 1 })).toEqual(
          history.map(({ chain, number }) => `${chain}${number}`),
        );
      }),
      { seed: 1731, numRuns: 200 },
    );
  });
});
