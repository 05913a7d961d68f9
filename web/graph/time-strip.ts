/**
 * A session on a line of time: where each thought is, between 0 and 1.
 *
 * A pause would push everything else into a corner, so a long one takes no more room than a few
 * usual ones.
 */

export interface TimeStrip {
  /** Per thought, in the order of arrival: its place on the line, never before the one before it. */
  readonly places: Float64Array;
  /** Where a pause was shortened. */
  readonly breaks: readonly number[];
}

/** A pause longer than so many usual ones is shortened to them. */
const LONGEST_PAUSE = 12;

export function timeStrip(times: readonly number[]): TimeStrip {
  const places = new Float64Array(times.length);
  const pauses = times.slice(1).map((at, index) => Math.max(0, at - (times[index] ?? at)));
  const longest = LONGEST_PAUSE * Math.max(1, usualPause(pauses));
  let sum = 0;
  const shortened: number[] = [];
  for (const [index, pause] of pauses.entries()) {
    if (pause > longest) shortened.push(sum + longest / 2);
    sum += Math.min(pause, longest);
    places[index + 1] = sum;
  }
  if (sum > 0) for (let at = 0; at < places.length; at++) places[at] = (places[at] ?? 0) / sum;
  return { places, breaks: shortened.map((at) => at / sum) };
}

/** The middle one of those that took any time at all. */
function usualPause(pauses: readonly number[]): number {
  const some = pauses.filter((pause) => pause > 0).sort((a, b) => a - b);
  return some[some.length >> 1] ?? 0;
}

/** The thought that is nearest to a place on the line; -1 if there is none. */
export function nearestAt({ places }: TimeStrip, place: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  const before = Math.max(0, low - 1);
  if (places.length === 0) return -1;
  if (low >= places.length) return places.length - 1;
  return place - (places[before] ?? 0) < (places[low] ?? 0) - place ? before : low;
}
