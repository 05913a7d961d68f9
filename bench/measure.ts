/** Measures times so that a noisy machine disturbs all sides of a comparison alike. */

export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  if (low === undefined || high === undefined) throw new Error('the median of an empty list');
  return (low + high) / 2;
}

export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new Error('the mean of an empty list');
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value that this share of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (found === undefined) throw new Error('a quantile of an empty list');
  return found;
}

/** Each side takes one measurement, in milliseconds, whenever it is called. */
export type Sides<Side extends string> = Readonly<Record<Side, () => Promise<number>>>;

export interface Turns {
  readonly rounds: number;
  /** Measurements in a row per side and round: few, so that all sides meet the same noise. */
  readonly block?: number;
  /** Rounds that are discarded first, until caches and compilers have settled. */
  readonly warmUp?: number;
}

/** The median of each side over all rounds. */
export async function medians<Side extends string>(
  sides: Sides<Side>,
  turns: Turns,
): Promise<Record<Side, number>> {
  return overRounds(sides, await interleave(sides, turns));
}

/**
 * The median of each side over the calmest quarter of the rounds, the same ones for all sides.
 * Other load on disk and cores comes in bursts and only ever adds time: a median over all rounds
 * would jump between calm and burst from run to run.
 */
export async function calmMedians<Side extends string>(
  sides: Sides<Side>,
  turns: Turns,
): Promise<Record<Side, number>> {
  const rounds = await interleave(sides, turns);
  const load = (round: Round<Side>) =>
    names(sides).reduce((sum, side) => sum + median(round[side]), 0);
  const calmest = rounds.toSorted((a, b) => load(a) - load(b));
  return overRounds(sides, calmest.slice(0, Math.ceil(rounds.length / 4)));
}

type Round<Side extends string> = Record<Side, number[]>;

/** Alternates A B, B A, A B …, so that no side always follows the same other. */
async function interleave<Side extends string>(
  sides: Sides<Side>,
  { rounds, block = 1, warmUp = 1 }: Turns,
): Promise<Round<Side>[]> {
  const taken: Round<Side>[] = [];
  for (let round = -warmUp; round < rounds; round++) {
    const times = perSide(sides, (): number[] => []);
    for (const side of round % 2 === 0 ? names(sides) : names(sides).toReversed()) {
      for (let turn = 0; turn < block; turn++) times[side].push(await sides[side]());
    }
    if (round >= 0) taken.push(times);
  }
  return taken;
}

function overRounds<Side extends string>(
  sides: Sides<Side>,
  rounds: readonly Round<Side>[],
): Record<Side, number> {
  return perSide(sides, (side) => median(rounds.flatMap((round) => round[side])));
}

function names<Side extends string>(sides: Sides<Side>): Side[] {
  return Object.keys(sides) as Side[];
}

function perSide<Side extends string, Value>(
  sides: Sides<Side>,
  value: (side: Side) => Value,
): Record<Side, Value> {
  return Object.fromEntries(names(sides).map((side) => [side, value(side)])) as Record<Side, Value>;
}
