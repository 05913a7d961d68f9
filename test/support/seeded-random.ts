/** Chance that repeats: the same seed gives the same run. */

export interface Random {
  /** A whole number from 0 up to, not including, `bound`. */
  below(bound: number): number;
}

/** Mulberry32: small, and good enough to vary a test. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return {
    below(bound) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
    },
  };
}
