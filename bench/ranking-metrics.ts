/** How good a ranking is, from 0 to 1: what was found among the first, and how early. */

/** The share of the relevant that is among the first `most`. */
export function recallAt(
  most: number,
  ranked: readonly string[],
  relevant: ReadonlySet<string>,
): number {
  if (relevant.size === 0) throw new Error('nothing is relevant');
  const first = new Set(ranked.slice(0, most));
  return [...relevant].filter((id) => first.has(id)).length / relevant.size;
}

/** 1 if at least one of the relevant is among the first `most`. */
export function anyAt(
  most: number,
  ranked: readonly string[],
  relevant: ReadonlySet<string>,
): number {
  return recallAt(most, ranked, relevant) > 0 ? 1 : 0;
}

/** 1 if all of the relevant are among the first `most`. */
export function allAt(
  most: number,
  ranked: readonly string[],
  relevant: ReadonlySet<string>,
): number {
  return recallAt(most, ranked, relevant) === 1 ? 1 : 0;
}

/** One divided by the rank of the first relevant; 0 if there is none. Its mean is the MRR. */
export function reciprocalRank(ranked: readonly string[], relevant: ReadonlySet<string>): number {
  const at = ranked.findIndex((id) => relevant.has(id));
  return at < 0 ? 0 : 1 / (at + 1);
}

/**
 * The gains of the first `most`, each divided by the logarithm of its rank, compared with the best
 * possible order.
 */
export function ndcgAt(
  most: number,
  ranked: readonly string[],
  gains: ReadonlyMap<string, number>,
): number {
  const best = [...gains.values()].sort((a, b) => b - a);
  const ideal = discounted(best.slice(0, most));
  if (ideal === 0) throw new Error('nothing is relevant');
  // An id that comes twice gains only once.
  const first = [...new Set(ranked)].slice(0, most);
  return discounted(first.map((id) => gains.get(id) ?? 0)) / ideal;
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
}

/** Groups in the order of their best members. */
export function groupsOf(ranked: readonly string[], groupOf: (id: string) => string): string[] {
  return [...new Set(ranked.map(groupOf))];
}
