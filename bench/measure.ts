/** Taking times so that a noisy machine disturbs all sides of a comparison alike. */

export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (low === undefined || high === undefined) throw new Error('a quantile of nothing');
  return low + (high - low) * (place % 1);
}

/** Each side takes one measurement, in milliseconds, whenever it is asked. */
export type Sides<Side extends string> = Readonly<Record<Side, () => Promise<number>>>;

export interface Turns {
  readonly rounds: number;
  /** Measurements in a row per side and round: short enough to share what noise there is. */
  readonly block?: number;
  /** Rounds thrown away first, until caches and compilers have settled. */
  readonly warmUp?: number;
}

/** The median of each side over all rounds. */
export async function medians<Side extends string>(
  sides: Sides<Side>,
  turns: Turns,
): Promise<Record<Side, number>> {
  return each(await interleave(sides, turns), (blocks) => median(blocks.flat()));
}

/**
 * The median of each side in its calmer blocks. What others do to disk and cores comes in bursts
 * and only ever adds: a median over all would jump between calm and burst from run to run.
 */
export async function calmMedians<Side extends string>(
  sides: Sides<Side>,
  turns: Turns,
): Promise<Record<Side, number>> {
  return each(await interleave(sides, turns), (blocks) => quantile(blocks.map(median), 0.25));
}

type Blocks<Side extends string> = ReadonlyMap<Side, number[][]>;

/** In turn, A B, B A, A B …: no side is always the one behind a certain other. */
async function interleave<Side extends string>(
  sides: Sides<Side>,
  { rounds, block = 1, warmUp = 1 }: Turns,
): Promise<Blocks<Side>> {
  const names = Object.keys(sides) as Side[];
  const taken = new Map<Side, number[][]>(names.map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const times: number[] = [];
      for (let turn = 0; turn < block; turn++) times.push(await sides[name]());
      if (round >= 0) taken.get(name)?.push(times);
    }
  }
  return taken;
}

function each<Side extends string>(
  taken: Blocks<Side>,
  figure: (blocks: number[][]) => number,
): Record<Side, number> {
  const figures = [...taken].map(([name, blocks]) => [name, figure(blocks)]);
  return Object.fromEntries(figures) as Record<Side, number>;
}
