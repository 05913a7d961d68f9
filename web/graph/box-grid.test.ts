import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../test/support/random.ts';
import { plannedTree, shaped } from '../../test/support/tree-samples.ts';
import { BoxGrid } from './box-grid.ts';
import { icicleLayout } from './icicle-layout.ts';
import { tidyLayout } from './tidy-layout.ts';

describe.each([
  ['tidy', tidyLayout],
  ['icicle', icicleLayout],
])('a grid over a %s layout', (_name, layout) => {
  const { shape } = shaped(plannedTree(4_000));
  const boxes = layout(shape);
  const grid = new BoxGrid(boxes);
  const { x, y, w, h } = boxes;
  const all = Array.from({ length: boxes.count }, (_, at) => at);
  const random = randomFrom(7);

  it('[OB67] finds each box that a window meets, once', () => {
    const found = new Int32Array(boxes.count);
    for (let turn = 0; turn < 50; turn++) {
      const left = random.below(boxes.width) - 50;
      const top = random.below(boxes.height) - 50;
      const window = { left, top, right: left + random.below(3_000), bottom: top + 700 };
      const count = grid.within(window, found);
      const expected = all.filter(
        (at) =>
          (x[at] ?? 0) <= window.right &&
          (x[at] ?? 0) + (w[at] ?? 0) >= window.left &&
          (y[at] ?? 0) <= window.bottom &&
          (y[at] ?? 0) + (h[at] ?? 0) >= window.top,
      );
      expect([...found.subarray(0, count)].sort((a, b) => a - b)).toEqual(expected);
    }
  });

  it('[OB67] knows which box is at a point', () => {
    for (let turn = 0; turn < 200; turn++) {
      const at = random.below(boxes.count);
      const [px, py] = [(x[at] ?? 0) + (w[at] ?? 0) / 2, (y[at] ?? 0) + (h[at] ?? 0) / 2];
      expect(grid.at(px, py)).toBe(at);
    }
    expect(grid.at(-5, -5)).toBe(-1);
    expect(grid.at(boxes.width * 2, boxes.height * 2)).toBe(-1);
  });
});
