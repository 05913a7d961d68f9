import { describe, expect, it } from 'vitest';
import { arcBetween, edgesBetween } from './snake-edges.ts';
import { boxOf, layoutSnake, type Snake, type SnakeChain } from './snake-layout.ts';

const METRICS = {
  ...{ cell: 226, card: 196, height: 78, branchHeight: 62, inset: 34 },
  ...{ head: 22, chip: 24, gap: 30, gutter: 28 },
};

const laid = (chains: readonly SnakeChain[], columns = 4) =>
  layoutSnake({ chains, columns, metrics: METRICS });

/** Every point that a path goes through or turns at. */
function pointsOf(path: string): readonly [number, number][] {
  const points: [number, number][] = [];
  for (const [, command, numbers = ''] of path.matchAll(/([MLHQ])([^MLHQ]*)/g)) {
    const all = numbers.trim().split(/\s+/).map(Number);
    const y = points.at(-1)?.[1] ?? 0;
    if (command === 'H') points.push([all[0] ?? 0, y]);
    else for (let at = 0; at < all.length; at += 2) points.push([all[at] ?? 0, all[at + 1] ?? 0]);
  }
  return points;
}

/** Whether a path crosses the inside of a card; all lines are level or upright. */
function crossesCard(snake: Snake, path: string): boolean {
  return path.split(/(?=M)/).some((part) => partCrosses(snake, pointsOf(part)));
}

function partCrosses(snake: Snake, points: readonly [number, number][]): boolean {
  return snake.bands.some((band) => {
    if (band.kind !== 'row') return false;
    return Array.from({ length: band.count }, (_, index) => band.first + index).some((at) => {
      const { left, top, width, height } = boxOf(snake, band, at);
      return points.some(([x, y], index) => {
        const [x0, y0] = points[index - 1] ?? [x, y];
        const isBeside = Math.max(x, x0) <= left || Math.min(x, x0) >= left + width;
        const isAbove = Math.max(y, y0) <= top || Math.min(y, y0) >= top + height;
        return !isBeside && !isAbove;
      });
    });
  });
}

const CHAINS: readonly SnakeChain[] = [
  { count: 14 },
  { count: 7, fork: { chain: 0, at: 1 } },
  { count: 3, fork: { chain: 0, at: 1 } },
  { count: 9, fork: { chain: 0, at: 3 } },
  { count: 2, fork: { chain: 1, at: 4 } },
];

describe('the lines of the snake', () => {
  it('[OB54] run through the gutter and the gaps, never across a card', () => {
    for (const columns of [1, 2, 4, 7]) {
      const snake = laid(CHAINS, columns);
      const edges = edgesBetween(snake, 0, snake.bands.length);
      expect(edges.filter(({ kind }) => kind === 'rail')).toHaveLength(3);
      for (const { path } of edges) expect(crossesCard(snake, path), path).toBe(false);
    }
  });

  it('[OB55] the arc of a revision runs along the left gutter, never across a card', () => {
    for (const columns of [1, 2, 4]) {
      const snake = laid(CHAINS, columns);
      const arc = arcBetween(snake, { chain: 0, at: 12 }, { chain: 0, at: 2 }) ?? '';
      expect(crossesCard(snake, arc), arc).toBe(false);
      expect(Math.min(...pointsOf(arc).map(([x]) => x))).toBe(METRICS.gutter - 20);
    }
    const snake = laid([{ count: 1 }, ...Array(5).fill({ count: 1, fork: { chain: 0, at: 0 } })]);
    expect(arcBetween(snake, { chain: 1, at: 0 }, { chain: 0, at: 0 }), 'folded').toBeUndefined();
  });

  it('[OB54] lines that only pass by are drawn too', () => {
    const snake = laid([{ count: 8 }, { count: 300, fork: { chain: 0, at: 1 } }]);
    const middle = edgesBetween(snake, 50, 52);
    expect(middle.filter(({ kind, chain }) => kind === 'fold' && chain === 0)).toHaveLength(1);
    expect(middle.filter(({ kind }) => kind === 'rail')).toHaveLength(1);
    expect(middle.filter(({ kind, chain }) => kind === 'fold' && chain === 1)).toHaveLength(3);
    expect(edgesBetween(snake, 0, 2).length).toBeLessThan(6);
  });
});
