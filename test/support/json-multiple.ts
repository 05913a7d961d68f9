/**
 * Measures work on a text in units of parsing and serialising the same text as JSON. Both are
 * measured in the same process by its CPU time, and the best of several tries counts, so that load
 * on the machine changes the figure little.
 */

/** The rule: no work on a text outside of SQL takes longer than so many times its JSON. */
export const MAX_MULTIPLE = 2_500;

const TRIES = 5;

function fastest(work: () => unknown, tries: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < tries; turn += 1) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

/** More than once in a row, so many characters: the clock of CPU time is coarse. */
const IN_A_ROW = 200_000;

/** Milliseconds for JSON of the value. */
export function jsonMs(value: unknown): number {
  const text = JSON.stringify(value);
  const turns = Math.ceil(IN_A_ROW / text.length);
  const often = () => {
    for (let turn = 0; turn < turns; turn += 1) JSON.stringify(JSON.parse(text));
  };
  return Math.max(0.001, fastest(often, TRIES) / turns);
}

/**
 * How many times the JSON of `value` the work takes. Tries again only if the first try was above
 * the bound, since most work is far below it, and measures the JSON beside each try: load on the
 * machine slows both.
 */
export function multipleOf(work: () => unknown, value: unknown, json = jsonMs(value)): number {
  let multiple = fastest(work, 1) / json;
  for (let turn = 1; turn < TRIES && multiple > MAX_MULTIPLE; turn += 1) {
    multiple = Math.min(multiple, fastest(work, 1) / jsonMs(value));
  }
  return multiple;
}
