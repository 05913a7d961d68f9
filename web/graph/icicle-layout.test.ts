import { describe, expect, it } from 'vitest';
import { plannedTree, shaped } from '../../test/support/tree-samples.ts';
import { icicleLayout } from './icicle-layout.ts';

const SIZES = { leaf: 10, row: 20, boxHeight: 18 };

describe('the icicle', () => {
  it('[OB66] a box is as wide as its leaves, and its children fill it', () => {
    const { shape } = shaped([
      { id: 'root', order: 0 },
      { id: 'a', parent: 'root', order: 1 },
      { id: 'b', parent: 'root', order: 2 },
      { id: 'b0', parent: 'b', order: 3 },
      { id: 'b1', parent: 'b', order: 4 },
    ]);
    const { x, y, w, width, height } = icicleLayout(shape, SIZES);
    expect([...x]).toEqual([0, 0, 10, 10, 20]);
    expect([...w]).toEqual([30, 10, 20, 10, 10]);
    expect([...y]).toEqual([0, 20, 20, 40, 40]);
    expect([width, height]).toEqual([30, 58]);
  });

  it('[OB66] every box is inside its parent, and beside its siblings', () => {
    const { shape } = shaped(plannedTree(3_000));
    const { x, w } = icicleLayout(shape, SIZES);
    const filled = new Float64Array(shape.count);
    for (let at = 1; at < shape.count; at++) {
      const up = shape.parent[at] ?? -1;
      expect(x[at]).toBe((x[up] ?? 0) + (filled[up] ?? 0));
      filled[up] = (filled[up] ?? 0) + (w[at] ?? 0);
    }
    for (let at = 0; at < shape.count; at++) {
      if ((shape.size[at] ?? 0) > 1) expect(filled[at]).toBe(w[at]);
    }
  });
});
