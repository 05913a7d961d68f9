import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Band,
  bandAt,
  bandOf,
  boxOf,
  columnsIn,
  layoutSnake,
  nextPlace,
  type SnakeChain,
  type SnakeMetrics,
  type SnakeRequest,
} from './snake-layout.ts';

const METRICS: SnakeMetrics = {
  ...{ cell: 226, card: 196, height: 78, branchHeight: 62, inset: 34 },
  ...{ head: 22, chip: 24, gap: 30, gutter: 28 },
};

const laid = (chains: readonly SnakeChain[], columns = 4, more: Partial<SnakeRequest> = {}) =>
  layoutSnake({ chains, columns, metrics: METRICS, ...more });
const kinds = (bands: readonly Band[]) =>
  bands.map(({ kind, chain, first, count }) => `${kind} ${chain}:${first}+${count}`);
const branchAt = (at: number, count = 1, chain = 0): SnakeChain => ({ count, fork: { chain, at } });

describe('the snake', () => {
  it('[OB54] takes as many columns as the width has, and at least one', () => {
    expect([0, 250, 508, 509, 1280].map((width) => columnsIn(width, METRICS))).toEqual([
      1, 1, 2, 2, 5,
    ]);
  });

  it('[OB54] wraps into rows that all read left to right', () => {
    const { bands } = laid([{ count: 9 }]);
    expect(kinds(bands)).toEqual(['row 0:0+4', 'row 0:4+4', 'row 0:8+1']);
    expect(bands.map(({ top }) => top)).toEqual([30, 138, 246]);
    const snake = laid([{ count: 9 }]);
    const row = snake.bands[1] as Band;
    expect([4, 5, 7].map((at) => boxOf(snake, row, at).left)).toEqual([28, 254, 706]);
  });

  it('[OB54] a branch is a block under the row of its fork, indented to its column', () => {
    const snake = laid([{ count: 9 }, branchAt(1, 4)]);
    expect(kinds(snake.bands)).toEqual([
      ...['row 0:0+4', 'head 1:0+4', 'row 1:0+3', 'row 1:3+1', 'row 0:4+4', 'row 0:8+1'],
    ]);
    const [, head, block] = snake.bands as [Band, Band, Band];
    expect([head.column, block.column, block.parent, block.height]).toEqual([1, 1, 0, 62]);
    expect(boxOf(snake, block, 0)).toMatchObject({ left: 254 + 34, width: 162 });
    expect(boxOf(snake, block, 1)).toMatchObject({ left: 480, width: 196 });
    expect(snake.bands[0]?.forks).toEqual([{ at: 1, column: 1, last: 1 }]);
  });

  it('[OB54] forks of one row come from right to left, so that rails meet no card; the last column has room for two', () => {
    const { bands } = laid([{ count: 4 }, branchAt(0), branchAt(3), branchAt(3)]);
    expect(kinds(bands)).toEqual([
      ...['row 0:0+4', 'head 2:0+1', 'row 2:0+1', 'head 3:0+1', 'row 3:0+1'],
      ...['head 1:0+1', 'row 1:0+1'],
    ]);
    expect(bands.map(({ column }) => column)).toEqual([0, 2, 2, 2, 2, 0, 0]);
    expect(bands[0]?.forks).toEqual([
      { at: 0, column: 0, last: 5 },
      { at: 3, column: 2, last: 3 },
    ]);
  });

  it('[OB54] of many branches at one fork the newest three are open and the rest are one chip', () => {
    const chains = [{ count: 3 }, ...Array.from({ length: 1000 }, () => branchAt(2, 2))];
    const { bands } = laid(chains);
    expect(kinds(bands)).toEqual([
      ...['row 0:0+3', 'chip 0:0+997', 'head 998:0+2', 'row 998:0+2'],
      ...['head 999:0+2', 'row 999:0+2', 'head 1000:0+2', 'row 1000:0+2'],
    ]);
    const listed = laid(chains, 4, { isListed: ({ chain, at }) => chain === 0 && at === 2 });
    expect(listed.bands.filter(({ kind }) => kind === 'head')).toHaveLength(1000);
    expect(listed.bands.filter(({ isOpen }) => isOpen)).toHaveLength(3);
    expect(listed.bands[1]).toMatchObject({ kind: 'chip', count: 0 });
  });

  it('[OB54] a person can open and close branches; a closed one is one line', () => {
    const chains = [{ count: 1 }, ...Array.from({ length: 5 }, () => branchAt(0))];
    const isOpen = (chain: number) => (chain === 1 ? true : chain === 5 ? false : undefined);
    const { bands } = laid(chains, 4, { isOpen });
    expect(kinds(bands)).toEqual([
      ...['row 0:0+1', 'chip 0:0+1', 'head 1:0+1', 'row 1:0+1', 'head 3:0+1', 'row 3:0+1'],
      ...['head 4:0+1', 'row 4:0+1', 'head 5:0+1'],
    ]);
  });

  it('[OB54] branches may begin on branches, to any depth', () => {
    const deep = 5_000;
    const chains = [
      { count: 2 },
      ...Array.from({ length: deep }, (_, index) => branchAt(1, 2, index)),
    ];
    const snake = laid(chains);
    expect(snake.bands).toHaveLength(1 + 2 * deep);
    expect(Math.max(...snake.bands.map(({ column }) => column))).toBe(2);
    expect(bandOf(snake, { chain: deep, at: 1 })).toBe(2 * deep);
  });

  it('[OB54] one column has no second', () => {
    const snake = laid([{ count: 2 }, branchAt(0, 2)], 1);
    expect(snake.bands.map(({ column }) => column)).toEqual([0, 0, 0, 0, 0]);
    expect(kinds(snake.bands).at(-1)).toBe('row 0:1+1');
  });

  it('[OB54] a row that has grown moves only what is below it', () => {
    const heightOf = (chain: number, first: number) => (chain + first === 4 ? 300 : undefined);
    const [before, after] = [laid([{ count: 9 }]), laid([{ count: 9 }], 4, { heightOf })];
    expect(after.bands.map(({ top }) => top)).toEqual([
      before.bands[0]?.top,
      before.bands[1]?.top,
      (before.bands[2]?.top ?? 0) + 300 - 78,
    ]);
  });

  it('[OB54] every thought of an open chain is in exactly one band; bands never overlap; an append moves nothing above it', () => {
    const anyChains = fc
      .array(fc.tuple(fc.nat(20), fc.nat(40), fc.nat(100)), { maxLength: 30 })
      .map((drafts) => {
        const chains: SnakeChain[] = [{ count: 30 }];
        for (const [count, on, at] of drafts) {
          const chain = on % chains.length;
          const length = chains[chain]?.count ?? 1;
          chains.push({ count: count + 1, fork: { chain, at: at % length } });
        }
        return chains;
      });
    fc.assert(
      fc.property(anyChains, fc.integer({ min: 1, max: 9 }), (chains, columns) => {
        const snake = laid(chains, columns, { isOpen: () => true });
        const seen = chains.map(() => 0);
        for (const [index, band] of snake.bands.entries()) {
          const next = snake.bands[index + 1];
          if (next) expect(next.top).toBeGreaterThanOrEqual(band.top + band.height);
          expect(bandAt(snake, band.top + 1)).toBe(index);
          if (band.kind !== 'row') continue;
          seen[band.chain] = (seen[band.chain] ?? 0) + band.count;
          expect(band.column + band.count).toBeLessThanOrEqual(columns);
          for (let at = band.first; at < band.first + band.count; at++) {
            expect(bandOf(snake, { chain: band.chain, at })).toBe(index);
          }
        }
        expect(seen).toEqual(chains.map(({ count }) => count));
        const [main, ...others] = chains as [SnakeChain, ...SnakeChain[]];
        const grown = laid([{ ...main, count: main.count + 1 }, ...others], columns, {
          isOpen: () => true,
        });
        const last = bandOf(grown, { chain: 0, at: main.count }) ?? 0;
        expect(grown.bands.slice(0, last)).toEqual(snake.bands.slice(0, last));
      }),
      { numRuns: 60 },
    );
  });
});

describe('moving by keys', () => {
  const chains = [{ count: 9 }, branchAt(1, 4)];
  const snake = laid(chains);
  const go = (chain: number, at: number, ...ways: ('left' | 'right' | 'up' | 'down')[]) => {
    let place: { chain: number; at: number } | undefined = { chain, at };
    for (const way of ways) place = place && nextPlace(snake, chains, place, way);
    return place && `${place.chain}:${place.at}`;
  };

  it('[OB57] left and right follow the chain over folds, and lead from a branch to its fork', () => {
    expect(go(0, 3, 'right')).toBe('0:4');
    expect(go(0, 4, 'left')).toBe('0:3');
    expect(go(1, 0, 'left')).toBe('0:1');
    expect(go(1, 3, 'right')).toBeUndefined();
    expect(go(0, 0, 'left')).toBeUndefined();
  });

  it('[OB57] up and down go to the nearest column of the next row, branches included', () => {
    expect(go(0, 0, 'down')).toBe('1:0');
    expect(go(0, 3, 'down')).toBe('1:2');
    expect(go(0, 3, 'down', 'down')).toBe('1:3');
    expect(go(0, 2, 'down', 'down', 'down')).toBe('0:5');
    expect(go(0, 8, 'up', 'up')).toBe('1:3');
    expect(go(0, 8, 'down')).toBeUndefined();
    expect(go(0, 0, 'up')).toBeUndefined();
  });
});
