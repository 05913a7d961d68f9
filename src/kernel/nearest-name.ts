/** Finds the known name that a caller probably meant, for errors that propose it. */

/** Edit distance with swaps of neighbours, since swapped letters are the most common slip. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

/** No name is longer than this, so comparing a longer word would only cost time. */
const LONGEST = 64;

/** All known names, the nearest first. */
export function byNearness(given: string, known: readonly string[]): readonly string[] {
  const wanted = given.slice(0, LONGEST).toLowerCase();
  return known
    .map((name) => ({ name, apart: distance(wanted, name.toLowerCase()) }))
    .sort((a, b) => a.apart - b.apart)
    .map(({ name }) => name);
}

export function nearestName(given: string, known: Iterable<string>): string | undefined {
  if (given.length > LONGEST) return undefined;
  const wanted = given.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(given.length / 3)) + 1;
  for (const name of known) {
    const apart = distance(wanted, name.toLowerCase());
    if (apart < bestDistance) {
      best = name;
      bestDistance = apart;
    }
  }
  return best;
}
