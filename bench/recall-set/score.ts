/** How well a list of hits answers a question, and many of them together. */

export interface Asked {
  readonly sort: string;
  /** Ids, best first. */
  readonly hits: readonly string[];
  readonly want: readonly string[];
  /** Ids of what must stand below what is wanted. */
  readonly notFirst: readonly string[];
}

export interface Score {
  readonly asked: number;
  /** Questions whose first hit is right. */
  readonly first: number;
  /** Questions with a right one among the first ten. */
  readonly ten: number;
  /** The sum of 1 / rank of the first right one; divided by `asked` it is the MRR. */
  readonly reciprocal: number;
}

const COUNTED = 10;

/** From 1; Infinity if none of them is among the hits that count. */
export function rankOf(hits: readonly string[], ids: readonly string[]): number {
  const at = hits.slice(0, COUNTED).findIndex((hit) => ids.includes(hit));
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}

export function score(all: readonly Asked[]): Score {
  const ranks = all.map(({ hits, want }) => rankOf(hits, want));
  return {
    asked: all.length,
    first: ranks.filter((rank) => rank === 1).length,
    ten: ranks.filter((rank) => rank <= COUNTED).length,
    reciprocal: ranks.reduce((sum, rank) => sum + 1 / rank, 0),
  };
}

/** Of what holds and what held once, the first is found, and above the second. */
export function isNewAbove({ hits, want, notFirst }: Asked): boolean {
  return rankOf(hits, want) < rankOf(hits, notFirst);
}
