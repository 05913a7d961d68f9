import { describe, expect, it } from 'vitest';
import { plannedTree, shaped } from '../../test/support/tree-samples.ts';
import { tidyLayout } from './tidy-layout.ts';

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
    const { x, y, width, height } = tidyLayout(shape, SIZES);
    expect([...x]).toEqual([0, 100, 100, 200, 200, 200]);
    expect([...y]).toEqual([10, 0, 20, 10, 20, 30]);
    expect([width, height]).toEqual([280, 38]);
  });

  it('[OB66] no two boxes overlap, at any size', () => {
    const { shape } = shaped(plannedTree(3_000));
    const { x, y } = tidyLayout(shape, SIZES);
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
    const [old, now] = [tidyLayout(before.shape, SIZES), tidyLayout(after.shape, SIZES)];
    for (const [id, at] of before.index) {
      const moved = (now.y[after.index.get(id) ?? -1] ?? Number.NaN) - (old.y[at] ?? 0);
      expect(moved).toBeGreaterThanOrEqual(0);
      expect(moved).toBeLessThanOrEqual(SIZES.row);
    }
  });

  it('[OB66] of nothing is nothing', () => {
    expect(tidyLayout(shaped([]).shape)).toMatchObject({ count: 0, width: 0, height: 0 });
  });
});
