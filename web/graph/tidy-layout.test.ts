import { describe, expect, it } from 'vitest';
import { plannedTree, shaped } from '../../test/support/tree-samples.ts';
import { rowsPerColumn, tidyLayout } from './tidy-layout.ts';

const ALL = Number.POSITIVE_INFINITY;
const SIZES = { column: 100, row: 10, boxWidth: 80, boxHeight: 8 };

describe('the tidy layout', () => {
  it('[OB66] gives each leaf a row, and puts a parent at the middle of its children', () => {
    const { shape } = shaped([
      { id: 'root', order: 0 },
      { id: 'a', parent: 'root', order: 1 },
      { id: 'b', parent: 'root', order: 2 },
      { id: 'b0', parent: 'b', order: 3 },
      { id: 'b1', parent: 'b', order: 4 },
      { id: 'b2', parent: 'b', order: 5 },
    ]);
    const { x, y, width, height } = tidyLayout(shape, ALL, SIZES);
    expect([...x]).toEqual([0, 100, 100, 200, 200, 200]);
    expect([...y]).toEqual([10, 0, 20, 10, 20, 30]);
    expect([width, height]).toEqual([280, 38]);
  });

  it.each([ALL, 200])('[OB66] no two boxes overlap, with columns of %s rows', (most) => {
    const { shape } = shaped(plannedTree(3_000));
    const { x, y } = tidyLayout(shape, most, SIZES);
    const columns = new Map<number, number[]>();
    for (let at = 0; at < shape.count; at++) {
      const column = columns.get(x[at] ?? 0) ?? [];
      columns.set(x[at] ?? 0, [...column, y[at] ?? 0]);
    }
    for (const column of columns.values()) {
      const sorted = column.toSorted((a, b) => a - b);
      const gaps = sorted.slice(1).map((place, at) => place - (sorted[at] ?? 0));
      expect(Math.min(...gaps, SIZES.row)).toBeGreaterThanOrEqual(SIZES.boxHeight);
    }
  });

  it('[OB66] an insertion moves only what is below it, down by one row', () => {
    const before = shaped(plannedTree(1_000));
    const after = shaped([...plannedTree(1_000), { id: 'new', parent: 'n500', order: 5_000 }]);
    const [old, now] = [tidyLayout(before.shape, ALL, SIZES), tidyLayout(after.shape, ALL, SIZES)];
    for (const [id, at] of before.index) {
      const moved = (now.y[after.index.get(id) ?? -1] ?? Number.NaN) - (old.y[at] ?? 0);
      expect(moved).toBeGreaterThanOrEqual(0);
      expect(moved).toBeLessThanOrEqual(SIZES.row);
    }
  });

  it('[OB66] a wide tree is put into columns: parts stay whole, and the root is with the first', () => {
    const part = (name: string, order: number) => [
      { id: name, parent: 'root', order },
      { id: `${name}0`, parent: name, order: order + 1 },
      { id: `${name}1`, parent: name, order: order + 2 },
    ];
    const items = [{ id: 'root', order: 0 }, ...part('a', 1), ...part('b', 4), ...part('c', 7)];
    const { shape } = shaped(items);
    const { x, y, lines, width, height } = tidyLayout(shape, 4, SIZES);
    expect([...x]).toEqual([0, 100, 200, 200, 100, 200, 200, 300, 400, 400]);
    expect([...y]).toEqual([15, 5, 0, 10, 25, 20, 30, 5, 0, 10]);
    expect([...lines]).toEqual([-1, 0, 1, 1, 0, 4, 4, -1, 7, 7]);
    expect([width, height]).toEqual([480, 38]);
  });

  it('[OB66] ten thousand leaves are about as wide as a screen, a few are one column', () => {
    const { shape } = shaped(plannedTree(10_000));
    const { width, height } = tidyLayout(shape, rowsPerColumn(shape));
    expect(width / height).toBeGreaterThan(0.6);
    expect(width / height).toBeLessThan(6);
    expect(rowsPerColumn(shaped(plannedTree(50)).shape)).toBe(ALL);
  });

  it('[OB66] of nothing is nothing', () => {
    expect(tidyLayout(shaped([]).shape)).toMatchObject({ count: 0, width: 0, height: 0 });
  });
});
